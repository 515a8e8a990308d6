// Tests the check of a mission with answers that were computed from the data as a model gets it,
// without what the check knows of how the data was made.

import { describe, expect, test } from "vitest";
import { Memory } from "@ptc/lisp";
import { successfulStep } from "@ptc/subagent";
import { Random } from "../../fuzz/random.ts";
import type { SampleMission } from "../sample-mission.ts";

const seeds = Array.from({ length: 12 }, (_, index) => index + 1);

/**
 * For each of a dozen seeds the check has to accept what `read` answers, and to refuse what it
 * answers with one of the mistakes.
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
    test("accepts what the data says", () => {
      expect(seeds.map((seed) => problems(seed))).toEqual(seeds.map(() => []));
    });

    test.each(mistakes)("refuses the answer of one who %s", (mistake) => {
      expect(seeds.filter((seed) => problems(seed, mistake).length === 0)).toEqual([]);
    });
  });
}
