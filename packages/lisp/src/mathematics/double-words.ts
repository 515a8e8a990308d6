// Reads and writes the two halves of a double's 64 bits, for the functions of this folder. They
// handle NaN first, because the host chooses its bits.
//
// The folder contains functions whose precision ECMAScript leaves to the host. They use only
// operations that ECMAScript defines exactly: + - * / and sqrt of doubles. So they return the same
// bits on every host, and the same as Java's `StrictMath`. Methods and coefficients are those of
// fdlibm 5.3:

/*! Methods and coefficients of fdlibm 5.3, Copyright (C) 1993-2004 by Sun Microsystems, Inc. All rights reserved.
 * Permission to use, copy, modify, and distribute this software is freely granted, provided that this notice is preserved. */

/** Memory shared by all calls. Each call writes it before reading, so it carries no state. */
const cell: DataView = /* @__PURE__ */ new DataView(/* @__PURE__ */ new ArrayBuffer(8));

/**
 * Returns the sign, exponent and first 20 bits of the fraction as a signed integer, which is
 * negative if the number is.
 */
export function highWord(value: number): number {
  cell.setFloat64(0, value);
  return cell.getInt32(0);
}

export function withHighWord(value: number, high: number): number {
  cell.setFloat64(0, value);
  cell.setInt32(0, high);
  return cell.getFloat64(0);
}

/** Returns the number with its last 32 bits set to zero. Products of two such numbers are exact. */
export function withoutLowWord(value: number): number {
  cell.setFloat64(0, value);
  cell.setInt32(4, 0);
  return cell.getFloat64(0);
}

/** Returns the number with this high word and a low word of zero. */
export function fromHighWord(high: number): number {
  return withHighWord(0, high);
}

/** Returns 2 to the power of an integer from -1022 to 1023. */
function powerOfTwo(exponent: number): number {
  return fromHighWord((exponent + 1023) << 20);
}

/**
 * Returns `value` × 2^`exponent`, rounded once. Requires `value` between 1/2 and 2, or `exponent`
 * between -1022 and 1023.
 */
export function timesPowerOfTwo(value: number, exponent: number): number {
  if (exponent > 1023)
    return value * powerOfTwo(1023) * powerOfTwo(Math.min(exponent - 1023, 1023));
  if (exponent < -1021) return value * powerOfTwo(Math.max(exponent + 54, -1022)) * powerOfTwo(-54);
  return value * powerOfTwo(exponent);
}
