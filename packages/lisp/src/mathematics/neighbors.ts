// Doubles by their bits: the one next to another, the distance between them, the exponent. Source:
// IEEE 754, as java.lang.Math names it.

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

/** The next double above. */
export function nextUp(value: number): number {
  if (Number.isNaN(value) || value === Infinity) return value;
  if (value === 0) return Number.MIN_VALUE;
  return fromBits(bitsOf(value) + (value > 0 ? 1n : -1n));
}

/** The next double below. */
export function nextDown(value: number): number {
  return -nextUp(-value);
}

/** The next double on the way to another. */
export function nextAfter(value: number, target: number): number {
  if (Number.isNaN(value) || Number.isNaN(target)) return NaN;
  if (value === target) return target;
  return target > value ? nextUp(value) : nextDown(value);
}

/** The distance to the next double of greater size. */
export function ulp(value: number): number {
  const size = Math.abs(value);
  if (!Number.isFinite(size)) return size;
  return size === Number.MAX_VALUE ? size - nextDown(size) : nextUp(size) - size;
}

/** The power of two of a double: 1024 where it is infinite or NaN, -1023 below the normal ones. */
export function exponentOf(value: number): number {
  return Number((bitsOf(value) >> 52n) & 0x7ffn) - 1023;
}

/** The remainder of the nearest quotient, which is even where two are as near. */
export function ieeeRemainder(value: number, divisor: number): number {
  if (!Number.isFinite(value) || Number.isNaN(divisor) || divisor === 0) return NaN;
  if (!Number.isFinite(divisor)) return value;
  const size = Math.abs(divisor);
  // Exact, and the parity of the quotient with it, as remainders of twice the divisor.
  const twice = 2 * size === Infinity ? Math.abs(value) : Math.abs(value) % (2 * size);
  const isOdd = twice >= size;
  const rest = isOdd ? twice - size : twice;
  const half = size / 2;
  const nearest = rest > half || (rest === half && isOdd) ? rest - size : rest;
  return value < 0 ? -nearest : nearest;
}
