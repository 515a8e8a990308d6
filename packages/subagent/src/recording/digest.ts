// A short hash that distinguishes texts. It isn't cryptographic.

/** Returns sixteen hexadecimal digits: two 32-bit FNV-1a hashes with different initial values. */
export function digestOf(text: string): string {
  let first = 0x811c9dc5;
  let second = 0x9dc5811c;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    first = Math.imul(first ^ unit, 0x01000193);
    second = Math.imul(second ^ (unit + index), 0x01000193);
  }
  return [first, second].map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}
