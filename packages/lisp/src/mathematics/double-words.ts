// The two halves of a double's 64 bits, which the functions of this folder work on. NaN is told
// apart before: its bits are the host's choice.
//
// The folder holds functions that ECMAScript leaves to the host, written with what it does not
// leave open: + - * / and sqrt of doubles. They answer the same bits on every host, and those of
// Java's `StrictMath`. Methods and coefficients are those of fdlibm 5.3:

/*! Methods and coefficients of fdlibm 5.3, Copyright (C) 1993-2004 by Sun Microsystems, Inc. All rights reserved.
 * Permission to use, copy, modify, and distribute this software is freely granted, provided that this notice is preserved. */

/** Memory shared by all calls: each writes it before reading, so nothing is kept in it. */
const cell: DataView = /* @__PURE__ */ new DataView(/* @__PURE__ */ new ArrayBuffer(8));

/**
 * Sign, exponent and the first 20 bits of the fraction, signed: it is below 0 when the number is.
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

/** The number with its last 32 bits zero: products of two such are exact. */
export function withoutLowWord(value: number): number {
  cell.setFloat64(0, value);
  cell.setInt32(4, 0);
  return cell.getFloat64(0);
}

/** The number whose low word is zero. */
export function fromHighWord(high: number): number {
  return withHighWord(0, high);
}

/** 2 to the power of an integer from -1022 to 1023. */
function powerOfTwo(exponent: number): number {
  return fromHighWord((exponent + 1023) << 20);
}

/**
 * `value` × 2^`exponent`, rounded once. `value` is between 1/2 and 2, or `exponent` between -1022
 * and 1023.
 */
export function timesPowerOfTwo(value: number, exponent: number): number {
  if (exponent > 1023)
    return value * powerOfTwo(1023) * powerOfTwo(Math.min(exponent - 1023, 1023));
  if (exponent < -1021) return value * powerOfTwo(Math.max(exponent + 54, -1022)) * powerOfTwo(-54);
  return value * powerOfTwo(exponent);
}
