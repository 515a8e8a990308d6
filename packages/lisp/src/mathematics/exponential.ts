// e to the power of x. Method and coefficients: fdlibm 5.3, e_exp.c (see double-words.ts).

import { timesPowerOfTwo } from "./double-words.ts";

/** The largest x with a finite result, and the smallest with a result above 0. */
const greatest = 709.782712893383973096;
const least = -745.13321910194110842;

/** ln 2 in two parts. The first ends in zeros, so that small multiples of it are exact. */
const ln2High = 6.9314718036912381649e-1;
const ln2Low = 1.90821492927058770002e-10;
const oneOverLn2 = 1.442695040888963387;

/**
 * Returns e^x. Splits x into k ln 2 + r with r in two parts, so that e^x = 2^k e^r, and e^r is a
 * quotient of polynomials.
 */
export function exp(x: number): number {
  if (Number.isNaN(x)) return x;
  if (x > greatest) return Infinity;
  if (x < least) return 0;
  const size = Math.abs(x);
  if (size < 3.7252902984619140625e-9) return 1 + x;
  // The bound is ln 2 / 2, with the precision of the high word.
  if (size < 0.34657382965087890625) {
    const c = remainderPolynomial(x);
    return 1 - ((x * c) / (c - 2) - x);
  }
  const k =
    size < 1.03972148895263671875
      ? Math.sign(x)
      : Math.trunc(oneOverLn2 * x + (x < 0 ? -0.5 : 0.5));
  const high = x - k * ln2High;
  const low = k * ln2Low;
  const r = high - low;
  const c = remainderPolynomial(r);
  return timesPowerOfTwo(1 - (low - (r * c) / (2 - c) - high), k);
}

function remainderPolynomial(r: number): number {
  return r - exponentialPolynomial(r * r);
}

/** Returns t (P1 + t (P2 + …)), which the exponential function and powers share. */
export function exponentialPolynomial(t: number): number {
  return (
    t *
    (1.66666666666666019037e-1 +
      t *
        (-2.77777777770155933842e-3 +
          t *
            (6.61375632143793436117e-5 +
              t * (-1.6533902205465251539e-6 + t * 4.13813679705723846039e-8))))
  );
}
