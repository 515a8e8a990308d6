// Integers of very many digits, which are not worked out to show a few of them: that takes time
// which grows faster than their number.

/** Of an integer with more digits not even the first ones are shown where it has to be cut. */
export const workedOutDigits = 2_000;

/** More digits than any integer of a host has. */
const mostDigits = 1_000_000_000;
const bitsOfDigit = Math.log2(10);

/** Whether an integer certainly has more than `digits` digits. */
export function isLonger(value: bigint, digits: number): boolean {
  if (digits < 1 || digits > mostDigits) return digits < 1;
  const bits = Math.ceil(digits * bitsOfDigit) + 1;
  return BigInt.asIntN(bits + 1, value) !== value;
}

/** How many characters the digits of a long integer are, and perhaps one more. */
export function lengthOf(value: bigint): number {
  return Math.ceil((value.toString(16).length * 4) / bitsOfDigit);
}
