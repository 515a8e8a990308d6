// Tests the check of a mission with answers computed from the data that a model gets, without the
// knowledge of how the data was made.

import { describe, expect, test } from "vitest";
import { Memory } from "@ptc/lisp";
import { successfulStep } from "@ptc/subagent";
import { Random } from "../../src/statistics/random.ts";
import type { SampleMission } from "../../src/suites/missions/sample-mission.ts";

const seeds = Array.from({ length: 12 }, (_, index) => index + 1);

/**
 * Tests with a dozen seeds that the check accepts the answer of `read`, and refuses its answer
 * with each of the mistakes.
 */
export function testCheck<Data, Mistake extends string>(
  mission: SampleMission,
  make: (random: Random) => Data,
  read: (data: Data, mistake?: Mistake) => unknown,
  mistakes: readonly Mistake[],
): void {
  const problems = (seed: number, mistake?: Mistake): readonly string[] => {
    const answer = read(make(new Random(seed)), mistake);
    const { check } = mission.world(new Random(seed));
    return check(successfulStep(answer, Memory.empty, { messages: [] }));
  };

  describe(`the check of ${mission.name}`, () => {
    test("accepts the answer that follows from the data", () => {
      expect(seeds.map((seed) => problems(seed))).toEqual(seeds.map(() => []));
    });

    test.each(mistakes)("refuses the answer of a reader who %s", (mistake) => {
      expect(seeds.filter((seed) => problems(seed, mistake).length === 0)).toEqual([]);
    });
  });
}
