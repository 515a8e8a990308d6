// Random numbers that depend only on a seed and a name. Each location of a run draws from its own
// stream, so the numbers of one branch don't depend on earlier draws of other branches.

import type { RandomSource } from "../contracts/clock.ts";

/** Returns a stream of numbers in [0, 1), with 53 bits each. `seed` is such a number, too. */
export function randomStream(seed: number, name: string): RandomSource {
  // Hosts differ in the last digits of fractions with another base than 10.
  const [a, b, c, d] = mixed(`${String(seed)} ${name}`);
  return smallFastCounting(a, b, c, d);
}

/**
 * Returns four words that each depend on every character of `text`. Every character multiplies and
 * rotates each word.
 */
function mixed(text: string): readonly [number, number, number, number] {
  const words: [number, number, number, number] = [0x9e3779b9, 0x243f6a88, 0xb7e15162, 0x7f4a7c15];
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    words[0] = stirred(words[0] ^ unit, words[1]);
    words[1] = stirred(words[1] ^ unit, words[2]);
    words[2] = stirred(words[2] ^ unit, words[3]);
    words[3] = stirred(words[3] ^ unit, words[0]);
  }
  return words;
}

function stirred(word: number, other: number): number {
  const product = Math.imul(word ^ (word >>> 15), 0x85ebca6b);
  return (((product << 13) | (product >>> 19)) + other) | 0;
}

/**
 * The generator sfc32, which passes common statistical test suites. Its first numbers are dropped.
 */
function smallFastCounting(a: number, b: number, c: number, counter: number): RandomSource {
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  for (let round = 0; round < 15; round++) next();
  return () => ((next() >>> 5) * 0x4000000 + (next() >>> 6)) / 0x20000000000000;
}
