// Numbers as ClojureScript prints them.

/** `42`, `2.5`, `1e+21`, `##Inf`, `##-Inf`, `##NaN`; a bigint prints its digits. */
export function numberText(value: number | bigint): string {
  if (typeof value === "bigint" || Number.isFinite(value)) return String(value);
  return Number.isNaN(value) ? "##NaN" : value > 0 ? "##Inf" : "##-Inf";
}
