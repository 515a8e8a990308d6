// Numbers as decimal digits, for formatting: the shortest digits that read back as the number,
// rounded half up like Java. The double's exact binary value doesn't matter, so 1.005 with two
// decimals is 1.01.

/** The amount 0.d₁d₂d₃… × 10^point: 12.5 has the digits "125" and the point 2. */
export interface Decimal {
  readonly digits: string;
  readonly point: number;
}

const zero: Decimal = { digits: "0", point: 1 };

/** Returns the digits of a finite number, without its sign. */
export function decimalOf(value: number | bigint): Decimal {
  if (value === 0) return zero;
  if (typeof value === "bigint") {
    const digits = (value < 0n ? -value : value).toString();
    return { digits, point: digits.length };
  }
  const [mantissa = "0", exponent = "0"] = Math.abs(value).toExponential().split("e");
  return { digits: mantissa.replace(".", ""), point: Number(exponent) + 1 };
}

/** Rounds half up to the first `count` digits; zero if no digit remains. */
function rounded(decimal: Decimal, count: number): Decimal {
  const { digits, point } = decimal;
  if (count >= digits.length) return decimal;
  const roundsUp = count >= 0 && digits.charCodeAt(count) >= 0x35;
  if (count <= 0) return roundsUp ? { digits: "1", point: point + 1 } : zero;
  const roundedDigits = roundsUp ? oneMore(digits.slice(0, count)) : digits.slice(0, count);
  return { digits: roundedDigits, point: point + roundedDigits.length - count };
}

/**
 * Returns the next integer from its digits, because hosts convert between long numbers and text
 * slowly.
 */
function oneMore(digits: string): string {
  let nines = digits.length;
  while (nines > 0 && digits[nines - 1] === "9") nines--;
  const zeros = "0".repeat(digits.length - nines);
  if (nines === 0) return `1${zeros}`;
  return `${digits.slice(0, nines - 1)}${String(Number(digits[nines - 1]) + 1)}${zeros}`;
}

/** Returns the digits before the decimal point and exactly `places` after it. */
export function fixedDigits(
  decimal: Decimal,
  places: number,
): { readonly whole: string; readonly fraction: string } {
  const { digits, point } = rounded(decimal, decimal.point + places);
  if (point <= 0)
    return { whole: "0", fraction: ("0".repeat(-point) + digits).padEnd(places, "0") };
  return {
    whole: digits.slice(0, point).padEnd(point, "0"),
    fraction: digits.slice(point).padEnd(places, "0"),
  };
}

/** Returns one digit before the decimal point, exactly `places` after it, and the power of ten. */
export function scientificDigits(
  decimal: Decimal,
  places: number,
): { readonly whole: string; readonly fraction: string; readonly exponent: number } {
  const { digits, point } = rounded(decimal, places + 1);
  return {
    whole: digits.slice(0, 1),
    fraction: digits.slice(1, places + 1).padEnd(places, "0"),
    exponent: point - 1,
  };
}

/** Returns digits in groups of three: `1,234,567`. */
export function groupedDigits(digits: string): string {
  const groups: string[] = [];
  for (let end = digits.length % 3; end <= digits.length; end += 3)
    if (end > 0) groups.push(digits.slice(Math.max(0, end - 3), end));
  return groups.join(",");
}
