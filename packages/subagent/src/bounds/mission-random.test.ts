import { expect, test } from "vitest";
import { MissionRandom } from "./mission-random.ts";

test("random numbers of a run depend on the seed and the position, not on earlier draws", () => {
  const draw = (random: MissionRandom): number => random.stream("spans")();
  const together = new MissionRandom("1", Math.random);
  const first = draw(together.ofRun(0));
  draw(together);
  draw(together.ofRun(1));
  expect(draw(together.ofRun(0))).toBe(first);
  expect(draw(new MissionRandom("1", Math.random).ofRun(0))).toBe(first);
  expect(
    new Set([first, draw(together), draw(together.ofRun(1)), draw(together.below("0"))]).size,
  ).toBe(4);
});
