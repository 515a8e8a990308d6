// Hyperbolic functions, and `expm1` and `log1p`, because `exp` and `log` lose digits near 0 and 1.
// Source: W. Kahan's corrections by the rounded argument.

import { exp } from "./exponential.ts";
import { log } from "./logarithm.ts";

/** Returns e^x - 1. */
export function expm1(x: number): number {
  const power = exp(x);
  if (power === 1) return x;
  const difference = power - 1;
  if (difference === -1 || power === Infinity) return difference;
  return Math.abs(x) > 1 ? difference : (difference * x) / log(power);
}

/** Returns ln (1 + x). */
export function log1p(x: number): number {
  const sum = 1 + x;
  if (sum === 1) return x;
  return sum === Infinity || Math.abs(x) > 1 ? log(sum) : (log(sum) * x) / (sum - 1);
}

/** For larger x, e^-x no longer changes e^x. */
const large = 22;

/** Returns e^x / 2, which is finite whenever the result is. */
function halfPower(x: number): number {
  const root = exp(x / 2);
  return 0.5 * root * root;
}

export function sinh(x: number): number {
  const size = Math.abs(x);
  if (size > large) return Math.sign(x) * halfPower(size);
  const power = expm1(size);
  return (Math.sign(x) * (power + power / (power + 1))) / 2;
}

export function cosh(x: number): number {
  const size = Math.abs(x);
  if (size > large) return halfPower(size);
  const power = exp(size);
  return power / 2 + 0.5 / power;
}

export function tanh(x: number): number {
  const size = Math.abs(x);
  if (size > large) return Math.sign(x);
  const power = expm1(2 * size);
  return (Math.sign(x) * power) / (power + 2);
}
