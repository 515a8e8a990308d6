// x to the power of y. Method and coefficients: fdlibm 5.3, e_pow.c (see double-words.ts).

import { exponentialPolynomial } from "./exponential.ts";
import {
  fromHighWord,
  highWord,
  timesPowerOfTwo,
  withHighWord,
  withoutLowWord,
} from "./double-words.ts";

/** A number as the sum of two parts. `high` ends in zeros. */
type Parts = readonly [high: number, low: number];

export function pow(x: number, y: number): number {
  if (y === 0) return 1;
  if (Number.isNaN(x) || Number.isNaN(y)) return NaN;
  const base = Math.abs(x);
  if (Math.abs(y) === Infinity) return base === 1 ? NaN : base > 1 === y > 0 ? Infinity : 0;
  if (y === 1) return x;
  if (y === -1) return 1 / x;
  if (y === 2) return x * x;
  const isBelow = x < 0 || Object.is(x, -0);
  if (y === 0.5 && !isBelow) return Math.sqrt(x);
  const isOdd = isBelow && Math.abs(y % 2) === 1;
  if (base === 0 || base === Infinity || base === 1) {
    const power = y < 0 ? 1 / base : base;
    return isOdd ? -power : isBelow && base === 1 && !Number.isInteger(y) ? NaN : power;
  }
  if (isBelow && !Number.isInteger(y)) return NaN;
  const power = powerOfPositive(base, y);
  return isOdd ? -power : power;
}

/** Returns 2^(y log2 x). The logarithm has more digits than a double. */
function powerOfPositive(x: number, y: number): number {
  const size = highWord(Math.abs(y));
  const word = highWord(x);
  if (size <= 0x41e00000) return exponential2(times(y, log2(x)));
  // |y| is above 2^31, so the result overflows or underflows unless x is near 1.
  if (size > 0x43f00000 || word < 0x3fefffff || word > 0x3ff00000)
    return x < 1 === y < 0 ? Infinity : 0;
  return exponential2(times(y, log2NearOne(x)));
}

/** Returns log2 x for x between 1 - 2^-20 and 1 + 2^-20. */
function log2NearOne(x: number): Parts {
  const t = x - 1;
  const w = t * t * (0.5 - t * (0.3333333333333333 - t * 0.25));
  const u = 1.44269502162933349609 * t;
  const v = t * 1.92596299112661746887e-8 - w * 1.442695040888963387;
  const high = withoutLowWord(u + v);
  return [high, v - (high - u)];
}

function log2(value: number): Parts {
  const isSubnormal = value < 2.2250738585072014e-308;
  const scaled = isSubnormal ? value * 9007199254740992 : value;
  const word = highWord(scaled);
  const fraction = word & 0xfffff;
  // Computes the logarithm of x / c, where c is 1 or 1.5 and x is between √½ and √2 times c.
  const isAbove = fraction > 0xbb679;
  const isNearOne = fraction <= 0x3988e || isAbove;
  const exponent = (word >> 20) - 0x3ff + (isAbove ? 1 : 0) - (isSubnormal ? 53 : 0);
  const xWord = (fraction | 0x3ff00000) - (isAbove ? 0x100000 : 0);
  const x = withHighWord(scaled, xWord);
  const center = isNearOne ? 1 : 1.5;

  const u = x - center;
  const v = 1 / (x + center);
  const s = u * v;
  const sHigh = withoutLowWord(s);
  const sumHigh = fromHighWord(((xWord >> 1) | 0x20000000) + 0x80000 + (isNearOne ? 0 : 0x40000));
  const sumLow = x - (sumHigh - center);
  const sLow = v * (u - sHigh * sumHigh - sHigh * sumLow);

  const square = s * s;
  const polynomial =
    square *
    square *
    (5.99999999999994648725e-1 +
      square *
        (4.28571428578550184252e-1 +
          square *
            (3.33333329818377432918e-1 +
              square *
                (2.72728123808534006489e-1 +
                  square * (2.30660745775561754067e-1 + square * 2.06975017800338417784e-1)))));
  const r = polynomial + sLow * (sHigh + s);
  const squareHigh = sHigh * sHigh;
  const tHigh = withoutLowWord(3 + squareHigh + r);
  const tLow = r - (tHigh - 3 - squareHigh);
  const a = sHigh * tHigh;
  const b = sLow * tHigh + tLow * s;
  const pHigh = withoutLowWord(a + b);
  const pLow = b - (pHigh - a);
  // The constants are 2 / (3 ln 2) and log2 of the center, in two parts each.
  const zHigh = 9.61796700954437255859e-1 * pHigh;
  const zLow =
    -7.02846165095275826516e-9 * pHigh +
    pLow * 9.61796693925975554329e-1 +
    (isNearOne ? 0 : 1.35003920212974897128e-8);
  const centerHigh = isNearOne ? 0 : 5.84962487220764160156e-1;
  const high = withoutLowWord(zHigh + zLow + centerHigh + exponent);
  return [high, zLow - (high - exponent - centerHigh - zHigh)];
}

function times(y: number, [high, low]: Parts): Parts {
  const yHigh = withoutLowWord(y);
  return [yHigh * high, (y - yHigh) * high + y * low];
}

/** Returns 2 to the power of `high` + `low`. */
function exponential2([high, low]: Parts): number {
  const sum = low + high;
  // At the bound itself, -(1024 - log2(overflow + ½ ulp)) decides.
  if (sum > 1024 || (sum === 1024 && low + 8.008566259537294e-17 > sum - high)) return Infinity;
  if (sum < -1075 || (sum === -1075 && low <= sum - high)) return 0;
  const n = Math.abs(sum) > 0.5 ? Math.trunc(sum + (sum < 0 ? -0.5 : 0.5)) : 0;
  const restHigh = high - n;
  const t = withoutLowWord(low + restHigh);
  const u = t * 6.93147182464599609375e-1;
  const v = (low - (t - restHigh)) * 6.93147180559945286227e-1 + t * -1.90465429995776804525e-9;
  const z = u + v;
  const w = v - (z - u);
  const t1 = z - exponentialPolynomial(z * z);
  const r = (z * t1) / (t1 - 2) - (w + z * w);
  return timesPowerOfTwo(1 - (r - z), n);
}
