// Handles integers with very many digits. Computing their digits takes more than linear time, so it
// is avoided to show only a few of them.

/** If a longer integer must be cut, none of its digits are shown. */
export const workedOutDigits = 2_000;

/** More digits than any host integer has. */
const mostDigits = 1_000_000_000;
const bitsOfDigit = Math.log2(10);

/** True if an integer certainly has more than `digits` digits. */
export function isLonger(value: bigint, digits: number): boolean {
  if (digits < 1 || digits > mostDigits) return digits < 1;
  const bits = Math.ceil(digits * bitsOfDigit) + 1;
  return BigInt.asIntN(bits + 1, value) !== value;
}

/** Returns the number of characters of a long integer, or one more. */
export function lengthOf(value: bigint): number {
  return Math.ceil((value.toString(16).length * 4) / bitsOfDigit);
}
