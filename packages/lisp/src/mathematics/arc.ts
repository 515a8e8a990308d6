// Inverse trigonometric functions and the angle of a point. Method and coefficients: fdlibm 5.3,
// e_asin.c, e_acos.c, s_atan.c and e_atan2.c (see double-words.ts).

import { highWord, withoutLowWord } from "./double-words.ts";

/** π/2 in two parts. The second is the rounding error of the first. */
const quarterHigh = 1.570796326794896558;
const quarterLow = 6.12323399573676603587e-17;
const eighth = 7.85398163397448278999e-1;
const pi = 3.141592653589793116;

/** Returns (asin x - x) / x for t = x², a quotient of polynomials. */
function arcQuotient(t: number): number {
  const above =
    t *
    (1.66666666666666657415e-1 +
      t *
        (-3.25565818622400915405e-1 +
          t *
            (2.01212532134862925881e-1 +
              t *
                (-4.00555345006794114027e-2 +
                  t * (7.91534994289814532176e-4 + t * 3.4793310759602116757e-5)))));
  const below =
    1 +
    t *
      (-2.40339491173441421878 +
        t *
          (2.02094576023350569471 +
            t * (-6.8828397160545329303e-1 + t * 7.70381505559019352791e-2)));
  return above / below;
}

export function asin(x: number): number {
  const size = Math.abs(x);
  if (!(size < 1)) return size === 1 ? x * quarterHigh + x * quarterLow : NaN;
  if (size < 7.450580596923828125e-9) return x;
  if (size < 0.5) return x + x * arcQuotient(x * x);
  const t = (1 - size) * 0.5;
  const q = arcQuotient(t);
  const s = Math.sqrt(t);
  const angle =
    highWord(size) >= 0x3fef3333
      ? quarterHigh - (2 * (s + s * q) - quarterLow)
      : asinBelow(s, t, q);
  return x > 0 ? angle : -angle;
}

/** Returns π/2 - 2 asin √t. */
function asinBelow(s: number, t: number, q: number): number {
  const high = withoutLowWord(s);
  const c = (t - high * high) / (s + high);
  const p = 2 * s * q - (quarterLow - 2 * c);
  return eighth - (p - (eighth - 2 * high));
}

export function acos(x: number): number {
  const size = Math.abs(x);
  if (!(size < 1)) return x === 1 ? 0 : x === -1 ? pi + 2 * quarterLow : NaN;
  if (size < 0.5)
    return highWord(size) <= 0x3c600000
      ? quarterHigh + quarterLow
      : quarterHigh - (x - (quarterLow - x * arcQuotient(x * x)));
  const z = (1 - size) * 0.5;
  const s = Math.sqrt(z);
  const q = arcQuotient(z);
  if (x < 0) return pi - 2 * (s + (q * s - quarterLow));
  const high = withoutLowWord(s);
  return 2 * (high + (q * s + (z - high * high) / (s + high)));
}

/** atan ½, atan 1, atan 1½ and π/2, in two parts each. */
const anglesHigh = [
  4.63647609000806093515e-1,
  eighth,
  9.82793723247329054082e-1,
  quarterHigh,
] as const;
const anglesLow = [
  2.26987774529616870924e-17,
  3.06161699786838301793e-17,
  1.39033110312309984516e-17,
  quarterLow,
] as const;

export function atan(x: number): number {
  if (Number.isNaN(x)) return x;
  const size = Math.abs(x);
  const whole =
    size >= 73786976294838206464
      ? quarterHigh + quarterLow
      : size < 0.4375
        ? undefined
        : atanAround(size);
  if (whole !== undefined) return x < 0 ? -whole : whole;
  return size < 1.862645149230957e-9 ? x : x - x * atanPolynomial(x);
}

/** Starts from the nearest known angle: atan x = atan c + atan((x - c) / (1 + x c)). */
function atanAround(x: number): number {
  const known = x < 0.6875 ? 0 : x < 1.1875 ? 1 : x < 2.4375 ? 2 : 3;
  const rest =
    known === 0
      ? (2 * x - 1) / (2 + x)
      : known === 1
        ? (x - 1) / (x + 1)
        : known === 2
          ? (x - 1.5) / (1 + 1.5 * x)
          : -1 / x;
  return anglesHigh[known] - (rest * atanPolynomial(rest) - anglesLow[known] - rest);
}

function atanPolynomial(x: number): number {
  const z = x * x;
  const w = z * z;
  const odd =
    z *
    (3.33333333333329318027e-1 +
      w *
        (1.42857142725034663711e-1 +
          w *
            (9.09088713343650656196e-2 +
              w *
                (6.66107313738753120669e-2 +
                  w * (4.97687799461593236017e-2 + w * 1.62858201153657823623e-2)))));
  const even =
    w *
    (-1.99999999998764832476e-1 +
      w *
        (-1.1111110405462355788e-1 +
          w *
            (-7.69187620504482999495e-2 +
              w * (-5.83357013379057348645e-2 + w * -3.6531572744216915527e-2))));
  return odd + even;
}

/** The rounding error of π as a double. */
const piLow = 1.2246467991473532e-16;

export function atan2(y: number, x: number): number {
  if (Number.isNaN(x) || Number.isNaN(y)) return NaN;
  if (x === 1) return atan(y);
  const isLeft = x < 0 || Object.is(x, -0);
  const angle = angleToAxis(Math.abs(y), Math.abs(x), isLeft);
  return y < 0 || Object.is(y, -0) ? -angle : angle;
}

/** Returns the angle of a point that isn't below the axis. */
function angleToAxis(y: number, x: number, isLeft: boolean): number {
  if (y === 0) return isLeft ? pi : 0;
  if (x === Infinity && y === Infinity) return isLeft ? 3 * eighth : eighth;
  if (x === Infinity) return isLeft ? pi : 0;
  if (x === 0 || y === Infinity) return quarterHigh;
  const ratio = (highWord(y) - highWord(x)) >> 20;
  const angle = ratio > 60 ? quarterHigh + 0.5 * piLow : isLeft && ratio < -60 ? 0 : atan(y / x);
  return isLeft ? pi - (angle - piLow) : angle;
}
