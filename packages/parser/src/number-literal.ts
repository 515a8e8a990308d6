// Computes the values of number literals that match the grammar. Integers are exact: a number if
// safe, otherwise a bigint. Ratios don't exist: `1/2` is 0.5. An integer that is too large for the
// language's operations is `undefined`.

/**
 * The bits of the largest integer. `@ptc/core/values` declares the same number for the operations;
 * a test compares them.
 */
export const maximumIntegerBits = 524_288;

/** Integers with at most this many characters are always safe. */
const safeDigits = 15;

/** Parses `[+-]digits` in base 10. */
export function decimalInteger(text: string): number | bigint | undefined {
  if (text.length <= safeDigits) return withoutNegativeZero(Number(text));
  const value = Number(text);
  if (Number.isSafeInteger(value)) return withoutNegativeZero(value);
  const unsigned = /^[+-]/.test(text) ? text.slice(1) : text;
  if (hasTooManyDigits(unsigned, 10)) return undefined;
  const exact = BigInt(unsigned);
  return bounded(text.startsWith("-") ? -exact : exact);
}

/** Parses digits that are valid in the radix. `sign` is 1 or -1. */
export function integerInRadix(
  sign: number,
  digits: string,
  radix: number,
): number | bigint | undefined {
  const value = Number.parseInt(digits, radix);
  if (Number.isSafeInteger(value)) return withoutNegativeZero(sign * value);
  if (hasTooManyDigits(digits, radix)) return undefined;
  const exact = exactInteger(digits, radix);
  return bounded(sign < 0 ? -exact : exact);
}

export function ratioValue(
  numeratorText: string,
  denominatorText: string,
): number | bigint | undefined {
  const numerator = decimalInteger(numeratorText);
  const denominator = decimalInteger(denominatorText);
  if (numerator === undefined || denominator === undefined) return undefined;
  if (typeof numerator === "number" && typeof denominator === "number")
    return withoutNegativeZero(numerator / denominator);
  const top = BigInt(numerator);
  const bottom = BigInt(denominator);
  return top % bottom === 0n ? shortest(top / bottom) : quotient(top, bottom);
}

/**
 * True if the digits certainly make too large an integer: each counts for at least the whole bits
 * of the radix. Doesn't compute their value, because that takes long for so many digits.
 */
function hasTooManyDigits(digits: string, radix: number): boolean {
  const significant = digits.length - (/^0+/.exec(digits)?.[0].length ?? 0);
  const bitsOfDigit = radix.toString(2).length - 1;
  return (significant - 1) * bitsOfDigit > maximumIntegerBits;
}

function bounded(value: bigint): bigint | undefined {
  return BigInt.asIntN(maximumIntegerBits + 1, value) === value ? value : undefined;
}

function shortest(value: bigint): number | bigint {
  const asNumber = Number(value);
  return Number.isSafeInteger(asNumber) ? asNumber : value;
}

/**
 * Returns the quotient of two integers that may be too large for a double: divides them as
 * integers with 64 additional bits, then scales the result back.
 */
function quotient(top: bigint, bottom: bigint): number {
  const shift = Math.max(0, bitLength(bottom) - bitLength(top) + 64);
  const scaled = Number((top << BigInt(shift)) / bottom);
  // Divide twice, because 2 to the power of shift may be too large for a double. The host's own
  // powers may be inexact.
  const half = shift >> 1;
  return scaled / Number(1n << BigInt(half)) / Number(1n << BigInt(shift - half));
}

function bitLength(value: bigint): number {
  return (value < 0n ? -value : value).toString(16).length * 4;
}

/**
 * Splits the digits in half until few are left. Adding one digit after the other would take
 * quadratic time on a long literal.
 */
function exactInteger(digits: string, radix: number): bigint {
  if (digits.length <= 10) return BigInt(Number.parseInt(digits, radix));
  const middle = digits.length >> 1;
  return (
    exactInteger(digits.slice(0, middle), radix) * BigInt(radix) ** BigInt(digits.length - middle) +
    exactInteger(digits.slice(middle), radix)
  );
}

function withoutNegativeZero(value: number): number {
  return value === 0 ? 0 : value;
}
