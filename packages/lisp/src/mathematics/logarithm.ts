// Logarithms. Method and coefficients: fdlibm 5.3, e_log.c and e_log10.c (see double-words.ts).

import { highWord, withHighWord } from "./double-words.ts";

const twoTo54 = 18014398509481984;
const ln2High = 6.9314718036912381649e-1;
const ln2Low = 1.90821492927058770002e-10;

/**
 * Returns ln x. Splits x into 2^k (1 + f) with 1 + f near 1; log(1 + f) is a polynomial of f / (2
 * + f).
 */
export function log(x: number): number {
  if (!(x > 0)) return x === 0 ? -Infinity : NaN;
  if (x === Infinity) return x;
  const scaled = x < 2.2250738585072014e-308 ? x * twoTo54 : x;
  const word = highWord(scaled);
  const fraction = word & 0xfffff;
  const isUpperHalf = (fraction + 0x95f64) & 0x100000;
  const k = (word >> 20) - 1023 + (isUpperHalf >> 20) - (scaled === x ? 0 : 54);
  const f = withHighWord(scaled, fraction | (isUpperHalf ^ 0x3ff00000)) - 1;
  if ((0xfffff & (2 + fraction)) < 3) return logNearOne(f, k);
  const s = f / (2 + f);
  const z = s * s;
  const w = z * z;
  const even =
    w * (3.999999999940941908e-1 + w * (2.222219843214978396e-1 + w * 1.531383769920937332e-1));
  const odd =
    z *
    (6.66666666666673513e-1 +
      w * (2.857142874366239149e-1 + w * (1.818357216161805012e-1 + w * 1.479819860511658591e-1)));
  const r = odd + even;
  if (((fraction - 0x6147a) | (0x6b851 - fraction)) > 0) {
    const half = 0.5 * f * f;
    return k === 0
      ? f - (half - s * (half + r))
      : k * ln2High - (half - (s * (half + r) + k * ln2Low) - f);
  }
  return k === 0 ? f - s * (f - r) : k * ln2High - (s * (f - r) - k * ln2Low - f);
}

/** Used if |f| is below 2^-20. */
function logNearOne(f: number, k: number): number {
  if (f === 0) return k === 0 ? 0 : k * ln2High + k * ln2Low;
  const r = f * f * (0.5 - 0.3333333333333333 * f);
  return k === 0 ? f - r : k * ln2High - (r - k * ln2Low - f);
}

/** Returns log10 x, exact for powers of ten. */
export function log10(x: number): number {
  if (!(x > 0)) return x === 0 ? -Infinity : NaN;
  if (x === Infinity) return x;
  const scaled = x < 2.2250738585072014e-308 ? x * twoTo54 : x;
  const word = highWord(scaled);
  const k = (word >> 20) - 1023 - (scaled === x ? 0 : 54);
  const isBelowOne = k < 0 ? 1 : 0;
  const exponent = k + isBelowOne;
  const rest = withHighWord(scaled, (word & 0xfffff) | ((0x3ff - isBelowOne) << 20));
  return (
    exponent * 3.69423907715893078616e-13 +
    4.34294481903251816668e-1 * log(rest) +
    exponent * 3.01029995663611771306e-1
  );
}
