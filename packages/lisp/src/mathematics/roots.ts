// The cube root and the hypotenuse. Method and coefficients: fdlibm 5.3, s_cbrt.c and e_hypot.c
// (see double-words.ts).

import { fromHighWord, highWord, timesPowerOfTwo, withHighWord } from "./double-words.ts";

/**
 * Returns the cube root. Estimates it from the bits, then applies one step of a high-order
 * iteration.
 */
export function cbrt(x: number): number {
  if (!Number.isFinite(x) || x === 0) return x;
  const size = Math.abs(x);
  const rough = roughRoot(size);
  const s = 5.42857142857142815906e-1 + ((rough * rough) / size) * rough;
  const better =
    rough *
    (3.57142857142857150787e-1 +
      1.6071428571428572063 / (s + 1.41428571428571436819 + -7.0530612244897961105e-1 / s));
  // Cut it to 20 bits, so that its square is exact and it is slightly larger than the root.
  const t = fromHighWord(highWord(better) + 1);
  const quotient = size / (t * t);
  const root = t + t * ((quotient - t) / (t + t + quotient));
  return x < 0 ? -root : root;
}

function roughRoot(size: number): number {
  const word = highWord(size);
  if (word >= 0x100000) return fromHighWord(Math.trunc(word / 3) + 715094163);
  const scaled = size * 18014398509481984;
  return withHighWord(scaled, Math.trunc(highWord(scaled) / 3) + 696219795);
}

/** Returns √(x² + y²) without intermediate overflow. The larger of both is split in two. */
export function hypot(x: number, y: number): number {
  if (Math.abs(x) === Infinity || Math.abs(y) === Infinity) return Infinity;
  if (Number.isNaN(x) || Number.isNaN(y)) return NaN;
  const [long, short] =
    highWord(Math.abs(y)) > highWord(Math.abs(x))
      ? [Math.abs(y), Math.abs(x)]
      : [Math.abs(x), Math.abs(y)];
  const [longWord, shortWord] = [highWord(long), highWord(short)];
  if (longWord - shortWord > 0x3c00000) return long + short;
  if (short === 0) return long;
  // Scale numbers above 2^500 and below 2^-500. Subnormal numbers keep their words, which makes the
  // result less exact but not wrong.
  const shift =
    longWord > 0x5f300000 ? -600 : shortWord >= 0x20b00000 ? 0 : shortWord < 0x100000 ? 1022 : 600;
  if (shift === 0) return hypotenuse(long, short, longWord, shortWord);
  const wordShift = shift === 1022 ? 0 : shift << 20;
  const root = hypotenuse(
    timesPowerOfTwo(long, shift),
    timesPowerOfTwo(short, shift),
    longWord + wordShift,
    shortWord + wordShift,
  );
  return timesPowerOfTwo(1, -shift) * root;
}

/** Requires a >= b, or a difference in the low word only. The words are their high words. */
function hypotenuse(a: number, b: number, aWord: number, bWord: number): number {
  const difference = a - b;
  if (difference > b) {
    const high = fromHighWord(aWord);
    const low = a - high;
    return Math.sqrt(high * high - (b * -b - low * (a + high)));
  }
  const twice = a + a;
  const bHigh = fromHighWord(bWord);
  const twiceHigh = fromHighWord(aWord + 0x100000);
  return Math.sqrt(
    twiceHigh * bHigh -
      (difference * -difference - (twiceHigh * (b - bHigh) + (twice - twiceHigh) * b)),
  );
}
