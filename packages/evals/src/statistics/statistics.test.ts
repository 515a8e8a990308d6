import { describe, expect, test } from "vitest";
import { bootstrapMean } from "./bootstrap.ts";
import { mcnemarExact } from "./mcnemar.ts";
import { quantile } from "./quantile.ts";
import { Random } from "./random.ts";
import { wilsonInterval } from "./wilson.ts";

describe("the Wilson interval", () => {
  // Known values: R's prop.test(x, n, correct = FALSE)$conf.int.
  test.each([
    [0, 10, 0, 0.2775328],
    [10, 10, 0.7224672, 1],
    [8, 10, 0.490162, 0.943318],
    [149, 150, 0.9632029, 0.998821],
    [5, 100, 0.02154368, 0.111755],
  ])("of %i in %i runs agrees with R", (passed, runs, low, high) => {
    const interval = wilsonInterval(passed, runs);
    expect(interval.low).toBeCloseTo(low, 5);
    expect(interval.high).toBeCloseTo(high, 5);
  });

  test("is from 0 to 1 without runs", () => {
    expect(wilsonInterval(0, 0)).toEqual({ low: 0, high: 1 });
  });
});

describe("the exact test of McNemar", () => {
  // Known values: R's binom.test(b, b + c, 0.5)$p.value.
  test.each([
    [0, 0, 1],
    [5, 5, 1],
    [0, 5, 0.0625],
    [5, 0, 0.0625],
    [1, 9, 0.021484375],
    [2, 8, 0.109375],
    [10, 30, 0.002221433],
    [40, 60, 0.05688793],
  ])("of %i and %i discordant pairs agrees with R", (left, right, probability) => {
    expect(mcnemarExact(left, right)).toBeCloseTo(probability, 7);
  });

  test("neither overflows nor underflows with a million pairs", () => {
    expect(mcnemarExact(500_000, 500_001)).toBeCloseTo(1, 3);
    expect(mcnemarExact(0, 1_000_000)).toBeLessThan(1e-12);
  });
});

describe("the bootstrap of a mean", () => {
  test("gives the interval of the normal approximation for many pairs, and the same for a seed", () => {
    const random = new Random(7);
    const differences = Array.from({ length: 400 }, () => random.fraction() * 100 - 40);
    const first = bootstrapMean(differences, { seed: 3 });
    const mean = differences.reduce((sum, one) => sum + one, 0) / 400;
    const variance = differences.reduce((sum, one) => sum + (one - mean) ** 2, 0) / 399;
    const half = 1.96 * Math.sqrt(variance / 400);
    expect(first?.mean).toBeCloseTo(mean, 9);
    expect(Math.abs((first?.low ?? 0) - (mean - half))).toBeLessThan(0.15 * half);
    expect(Math.abs((first?.high ?? 0) - (mean + half))).toBeLessThan(0.15 * half);
    expect(bootstrapMean(differences, { seed: 3 })).toEqual(first);
    expect(bootstrapMean(differences, { seed: 4 })).not.toEqual(first);
  });

  test("is a point for equal differences, and absent without any", () => {
    expect(bootstrapMean([2, 2, 2])).toEqual({ mean: 2, low: 2, high: 2, pairs: 3 });
    expect(bootstrapMean([])).toBeUndefined();
  });
});

test("quantiles interpolate as R's default does", () => {
  // quantile(c(1, 2, 4, 8), c(0.5, 0.95))
  expect(quantile([8, 1, 4, 2], 0.5)).toBe(3);
  expect(quantile([8, 1, 4, 2], 0.95)).toBeCloseTo(7.4, 9);
  expect(quantile([], 0.5)).toBe(0);
});
