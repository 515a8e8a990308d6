// Bit-level functions of doubles: the next double, the distance to it, and the exponent. Source:
// IEEE 754, with the names of java.lang.Math.

function bitsOf(value: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return view.getBigInt64(0);
}

function fromBits(bits: bigint): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigInt64(0, bits);
  return view.getFloat64(0);
}

/** Returns the next larger double. */
export function nextUp(value: number): number {
  if (Number.isNaN(value) || value === Infinity) return value;
  if (value === 0) return Number.MIN_VALUE;
  return fromBits(bitsOf(value) + (value > 0 ? 1n : -1n));
}

/** Returns the next smaller double. */
export function nextDown(value: number): number {
  return -nextUp(-value);
}

/** Returns the next double in the direction of `target`. */
export function nextAfter(value: number, target: number): number {
  if (Number.isNaN(value) || Number.isNaN(target)) return NaN;
  if (value === target) return target;
  return target > value ? nextUp(value) : nextDown(value);
}

/** Returns the distance to the next double of greater magnitude. */
export function ulp(value: number): number {
  const size = Math.abs(value);
  if (!Number.isFinite(size)) return size;
  return size === Number.MAX_VALUE ? size - nextDown(size) : nextUp(size) - size;
}

/**
 * Returns the binary exponent of a double: 1024 for infinity and NaN, -1023 for subnormal numbers
 * and 0.
 */
export function exponentOf(value: number): number {
  return Number((bitsOf(value) >> 52n) & 0x7ffn) - 1023;
}

/** Returns the remainder of the nearest quotient. If two are equally near, it uses the even one. */
export function ieeeRemainder(value: number, divisor: number): number {
  if (!Number.isFinite(value) || Number.isNaN(divisor) || divisor === 0) return NaN;
  if (!Number.isFinite(divisor)) return value;
  const size = Math.abs(divisor);
  // Remainders of twice the divisor are exact, and show the parity of the quotient.
  const twice = 2 * size === Infinity ? Math.abs(value) : Math.abs(value) % (2 * size);
  const isOdd = twice >= size;
  const rest = isOdd ? twice - size : twice;
  const half = size / 2;
  const nearest = rest > half || (rest === half && isOdd) ? rest - size : rest;
  return value < 0 ? -nearest : nearest;
}
