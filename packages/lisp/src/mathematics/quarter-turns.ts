// Subtracts the nearest multiple of a quarter turn from an angle. The result has two parts: a
// double and its rounding error. Method and coefficients: fdlibm 5.3, e_rem_pio2.c (see
// double-words.ts), and k_rem_pio2.c for large angles.

import { highWord, timesPowerOfTwo } from "./double-words.ts";

export interface QuarterTurn {
  /** The number of subtracted quarter turns, modulo 4. */
  readonly turns: number;
  readonly rest: number;
  readonly restLow: number;
}

/**
 * Subtracts the nearest multiple of a quarter turn.
 * @param x a finite angle in radians
 */
export function fromQuarterTurn(x: number): QuarterTurn {
  const size = Math.abs(x);
  const word = highWord(size);
  if (word <= 0x3fe921fb) return { turns: 0, rest: x, restLow: 0 };
  const reduced =
    word < 0x4002d97c
      ? oneQuarter(size, word)
      : word <= 0x413921fb
        ? someQuarters(size, word)
        : manyQuarters(size);
  return x < 0
    ? { turns: -reduced.turns & 3, rest: -reduced.rest, restLow: -reduced.restLow }
    : reduced;
}

/** π/2 as a sum of parts with 33 bits each, and the remainder after each part. */
const first = 1.57079632673412561417;
const afterFirst = 6.07710050650619224932e-11;
const second = 6.0771005063039659766e-11;
const afterSecond = 2.02226624879595063154e-21;
const third = 2.0222662487111664558e-21;
const afterThird = 8.47842766036889956997e-32;

/** Reduces angles below three eighths of a turn. */
function oneQuarter(x: number, word: number): QuarterTurn {
  const isNear = word === 0x3ff921fb;
  const less = isNear ? x - first - second : x - first;
  const low = isNear ? afterSecond : afterFirst;
  const rest = less - low;
  return { turns: 1, rest, restLow: less - rest - low };
}

/**
 * Reduces angles up to 2^19 quarters. If the rest is much smaller than the angle, it has too few
 * digits, so further parts of π/2 are subtracted.
 */
function someQuarters(x: number, word: number): QuarterTurn {
  const count = Math.trunc(x * 6.36619772367581382433e-1 + 0.5);
  let less = x - count * first;
  let low = count * afterFirst;
  let rest = less - low;
  if (count >= 32 || word === highWord(count * 1.570796326794896558)) {
    const lostBits = (): number => (word >> 20) - ((highWord(rest) >> 20) & 0x7ff);
    const takeAway = (part: number, after: number): void => {
      const before = less;
      const product = count * part;
      less = before - product;
      low = count * after - (before - less - product);
      rest = less - low;
    };
    if (lostBits() > 16) {
      takeAway(second, afterSecond);
      if (lostBits() > 49) takeAway(third, afterThird);
    }
  }
  return { turns: count & 3, rest, restLow: less - rest - low };
}

/** The fraction bits of 2/π in hexadecimal, enough for the largest double. */
const inverseDigits =
  "a2f9836e4e441529fc2757d1f534ddc0db6295993c439041fe5163abdebbc561b7246e3a424dd2e006492eea09d1921cfe1deb1cb129a73ee88235f52ebb4484e99c7026b45f7e413991d639835339f49c845f8bbdf9283b1ff897ffde05980fef2f118b5a0a6d1f6d367ecf27cb09b74f463f669e5fea2d7527bac7ebe5f17b3d0739f78a5292ea6bfb5fb11f8d5d0856033046fc7b";
/** Returns 24 of these bits as an integer. */
function inverseAt(place: number): number {
  return place < 0 ? 0 : Number.parseInt(inverseDigits.slice(6 * place, 6 * place + 6), 16);
}

const twoTo24 = 16777216;
/** π/2 in pieces of 24 bits, each with its own exponent. */
const quarterPieces = [
  1.57079625129699707031, 7.54978941586159635335e-8, 5.39030252995776476554e-15,
  3.28200341580791294123e-22, 1.27065575308067607349e-29,
] as const;
/**
 * The number of 24-bit digits of the fraction to compute. More are needed for angles near a
 * multiple.
 */
const fewestPlaces = 4;

/**
 * Reduces large angles. Multiplies x by 2/π in digits of 24 bits, as in long multiplication, and
 * computes only the digits that matter.
 */
function manyQuarters(x: number): QuarterTurn {
  const exponent = (highWord(x) >> 20) - 1046;
  const scaled = timesPowerOfTwo(x, -exponent);
  const middle = (scaled - Math.trunc(scaled)) * twoTo24;
  const pieces = [
    Math.trunc(scaled),
    Math.trunc(middle),
    (middle - Math.trunc(middle)) * twoTo24,
  ] as const;
  const start = Math.max(0, Math.trunc((exponent - 3) / 24));
  const product = (place: number): number =>
    pieces[0] * inverseAt(start + place) +
    pieces[1] * inverseAt(start + place - 1) +
    pieces[2] * inverseAt(start + place - 2);
  const shift = exponent - 24 * (start + 1);
  let places = fewestPlaces;
  for (;;) {
    const { count, isNegative, top, digits } = fractionOf(product, places, shift);
    if (top !== 0 || digits.slice(fewestPlaces).some((digit) => digit !== 0)) {
      const { rest, restLow } = timesQuarter(
        [...digits, ...digitsOf(timesPowerOfTwo(top, -shift))],
        shift - 24 * places,
      );
      return {
        turns: count & 3,
        rest: isNegative ? -rest : rest,
        restLow: isNegative ? -restLow : restLow,
      };
    }
    const leading = digits
      .slice(0, fewestPlaces)
      .reverse()
      .findIndex((digit) => digit !== 0);
    places = fewestPlaces + 1 + (leading < 0 ? fewestPlaces : leading);
  }
}

/**
 * The distance of the product from the nearest integer `count`: `top` plus the digits after it,
 * least significant first.
 */
interface Fraction {
  readonly count: number;
  readonly isNegative: boolean;
  readonly top: number;
  readonly digits: readonly number[];
}

function fractionOf(product: (place: number) => number, places: number, shift: number): Fraction {
  const digits: number[] = [];
  let carry = product(places);
  for (let place = places - 1; place >= 0; place--) {
    const upper = Math.trunc(carry / twoTo24);
    digits.push(carry - upper * twoTo24);
    carry = product(place) + upper;
  }
  const whole = timesPowerOfTwo(carry, shift);
  const top = whole - Math.floor(whole);
  const count = Math.floor(whole) & 7;
  if (shift < 0)
    return top < 0.5
      ? { count, isNegative: false, top, digits }
      : { count: count + 1, isNegative: true, ...complement(top, digits, shift) };
  // The integer part extends into the first digit.
  const first = digits[places - 1] ?? 0;
  const mask = (1 << (24 - shift)) - 1;
  const behind = [...digits.slice(0, -1), first & mask];
  const total = count + (first >> (24 - shift));
  if ((first & mask) >> (23 - shift) === 0)
    return { count: total, isNegative: false, top: 0, digits: behind };
  const { digits: less } = complement(0, behind, shift);
  return {
    count: total + 1,
    isNegative: true,
    top: 0,
    digits: less.map((digit, place) => (place === places - 1 ? digit & mask : digit)),
  };
}

/** Returns 1 minus the fraction. */
function complement(
  top: number,
  digits: readonly number[],
  shift: number,
): { readonly top: number; readonly digits: readonly number[] } {
  const lowest = digits.findIndex((digit) => digit !== 0);
  const less = digits.map((digit, place) =>
    lowest < 0 || place < lowest ? 0 : place === lowest ? twoTo24 - digit : 0xffffff - digit,
  );
  return { top: 1 - top - (lowest < 0 ? 0 : timesPowerOfTwo(1, shift)), digits: less };
}

/** Returns the 24-bit digits of an integer, least significant first. */
function digitsOf(integer: number): readonly number[] {
  const upper = Math.trunc(integer / twoTo24);
  return integer === 0 ? [] : upper === 0 ? [integer] : [integer - upper * twoTo24, upper];
}

/**
 * Returns the digits (least significant first) times π/2. `exponent` belongs to the least
 * significant digit.
 */
function timesQuarter(
  digits: readonly number[],
  exponent: number,
): { readonly rest: number; readonly restLow: number } {
  const parts = digits.map((digit, index) => timesPowerOfTwo(digit, exponent + 24 * index));
  const products = parts
    .map((_, index) =>
      quarterPieces.reduce((sum, piece, place) => sum + piece * (parts[index + place] ?? 0), 0),
    )
    .reverse();
  const rest = products.reduceRight((sum, part) => sum + part, 0);
  const [first = 0, ...others] = products;
  return { rest, restLow: others.reduce((sum, part) => sum + part, first - rest) };
}
