// Sines, cosines and tangents. Method and coefficients: fdlibm 5.3, k_sin.c, k_cos.c and k_tan.c
// (see double-words.ts).

import { fromHighWord, highWord, withoutLowWord } from "./double-words.ts";
import { fromQuarterTurn } from "./quarter-turns.ts";

export function sin(x: number): number {
  if (!Number.isFinite(x)) return NaN;
  const { turns, rest, restLow } = fromQuarterTurn(x);
  const value =
    turns % 2 === 0
      ? sineNearZero(rest, restLow, turns === 0 && rest === x)
      : cosineNearZero(rest, restLow);
  return turns < 2 ? value : -value;
}

export function cos(x: number): number {
  if (!Number.isFinite(x)) return NaN;
  const { turns, rest, restLow } = fromQuarterTurn(x);
  const value =
    turns % 2 === 0 ? cosineNearZero(rest, restLow) : sineNearZero(rest, restLow, false);
  return turns === 0 || turns === 3 ? value : -value;
}

export function tan(x: number): number {
  if (!Number.isFinite(x)) return NaN;
  const { turns, rest, restLow } = fromQuarterTurn(x);
  return tangentNearZero(rest, restLow, turns % 2 === 1);
}

/**
 * Returns the sine of x + low within an eighth of a turn. `isWhole` is true if the angle was never
 * reduced, so low is 0.
 */
function sineNearZero(x: number, low: number, isWhole: boolean): number {
  if (Math.abs(x) < 7.450580596923828125e-9) return x;
  const z = x * x;
  const v = z * x;
  const r =
    8.33333333332248946124e-3 +
    z *
      (-1.98412698298579493134e-4 +
        z *
          (2.75573137070700676789e-6 +
            z * (-2.50507602534068634195e-8 + z * 1.58969099521155010221e-10)));
  const first = -1.66666666666666324348e-1;
  return isWhole ? x + v * (first + z * r) : x - (z * (0.5 * low - v * r) - low - v * first);
}

function cosineNearZero(x: number, low: number): number {
  const word = highWord(Math.abs(x));
  if (word < 0x3e400000) return 1;
  const z = x * x;
  const r =
    z *
    (4.16666666666666019037e-2 +
      z *
        (-1.38888888888741095749e-3 +
          z *
            (2.48015872894767294178e-5 +
              z *
                (-2.75573143513906633035e-7 +
                  z * (2.0875723212981748279e-9 + z * -1.13596475577881948265e-11)))));
  if (word < 0x3fd33333) return 1 - (0.5 * z - (z * r - x * low));
  // About x/4, chosen so that 1 minus it is exact.
  const quarter = word > 0x3fe90000 ? 0.28125 : fromHighWord(word - 0x200000);
  return 1 - quarter - (0.5 * z - quarter - (z * r - x * low));
}

/** π/4 in two parts. */
const eighthHigh = 7.85398163397448278999e-1;
const eighthLow = 3.06161699786838301793e-17;

/** Returns tan(x + low), or -1 / tan(x + low) if `isInverse` is true. */
function tangentNearZero(x: number, low: number, isInverse: boolean): number {
  const word = highWord(Math.abs(x));
  if (word < 0x3e300000) return isInverse ? negativeInverse(x, low) : x;
  const isNearEighth = word >= 0x3fe59428;
  const [y, yLow] = isNearEighth
    ? [eighthHigh - Math.abs(x) + (eighthLow - (x < 0 ? -low : low)), 0]
    : [x, low];
  const z = y * y;
  const w = z * z;
  const odd =
    1.33333333333201242699e-1 +
    w *
      (2.18694882948595424599e-2 +
        w *
          (3.59207910759131235356e-3 +
            w *
              (5.88041240820264096874e-4 +
                w * (7.817944429395570923e-5 + w * -1.85586374855275456654e-5))));
  const even =
    z *
    (5.39682539762260521377e-2 +
      w *
        (8.86323982359930005737e-3 +
          w *
            (1.45620945432529025516e-3 +
              w *
                (2.46463134818469906812e-4 +
                  w * (7.14072491382608190305e-5 + w * 2.59073051863633712884e-5)))));
  const s = z * y;
  const r = yLow + z * (s * (odd + even) + yLow) + 3.33333333333334091986e-1 * s;
  const tangent = y + r;
  if (!isNearEighth) return isInverse ? negativeInverse(y, r) : tangent;
  const v = isInverse ? -1 : 1;
  const value = v - 2 * (y - ((tangent * tangent) / (tangent + v) - r));
  return x < 0 ? -value : value;
}

/** Returns -1 / (x + low), with more digits than a quotient of doubles. */
function negativeInverse(x: number, low: number): number {
  const sum = x + low;
  const sumHigh = withoutLowWord(sum);
  const inverse = -1 / sum;
  const high = withoutLowWord(inverse);
  return high + inverse * (1 + high * sumHigh + high * (low - (sumHigh - x)));
}
