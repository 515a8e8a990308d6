// The values of number literals. Integers are exact: a number when it is safe, otherwise a bigint.
// There are no ratios: `1/2` is 0.5. The text is known to match the grammar. An integer that is too
// large for any operation of the language has no value: it is `undefined`.

/**
 * The bits of the largest integer. `@ptc/core/values` declares the same number for the operations;
 * a test holds them together.
 */
export const maximumIntegerBits = 524_288;

/** Fewer decimal digits than this always make a safe integer. */
const safeDigits = 15;

/** `[+-]digits` in base 10. */
export function decimalInteger(text: string): number | bigint | undefined {
  if (text.length <= safeDigits) return withoutNegativeZero(Number(text));
  const value = Number(text);
  if (Number.isSafeInteger(value)) return withoutNegativeZero(value);
  const unsigned = /^[+-]/.test(text) ? text.slice(1) : text;
  if (hasTooManyDigits(unsigned, 10)) return undefined;
  const exact = BigInt(unsigned);
  return bounded(text.startsWith("-") ? -exact : exact);
}

/** `sign` is 1 or -1; every digit is below the radix. */
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
 * Whether the digits surely make too large an integer, each being worth at least the whole bits of
 * the radix. Their value is not worked out, because that takes long for so many.
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
 * The quotient of two integers that may be too large for a double: divided as integers with 64
 * additional bits, then scaled back.
 */
function quotient(top: bigint, bottom: bigint): number {
  const shift = Math.max(0, bitLength(bottom) - bitLength(top) + 64);
  const scaled = Number((top << BigInt(shift)) / bottom);
  // In two divisions, because 2 to the power of shift alone may be too great for a double. The
  // host's own powers may be inexact.
  const half = shift >> 1;
  return scaled / Number(1n << BigInt(half)) / Number(1n << BigInt(shift - half));
}

function bitLength(value: bigint): number {
  return (value < 0n ? -value : value).toString(16).length * 4;
}

/**
 * Halves the digits until they are few: one digit after the other would take quadratic time on a
 * long literal.
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
