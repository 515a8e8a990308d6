// The names that other languages write between operands.

/** True for names such as `+` and `<=`. */
export function isOperator(name: string): boolean {
  return /^[-+*/<>=]=?$/.test(name);
}
