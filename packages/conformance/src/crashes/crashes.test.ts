import { expect, test } from "vitest";
import { allPoints, crashRuns } from "./crash-runs.ts";

// `.ci/run` has all points, and a thousand kills.
test("a mission that is killed after calls, after commits, within changes and at random goes on with its journal", async () => {
  const points = allPoints.filter((_, index) => index % 4 === 2);
  const { kills, problems } = await crashRuns({ kills: 8, seed: 7, points });
  expect(problems).toEqual([]);
  expect(kills).toBeGreaterThanOrEqual(points.length + 8);
}, 120_000);

test("commits that come after the next effect are found", async () => {
  const { problems } = await crashRuns({ kills: 0, seed: 7, points: ["call:2"], isBroken: true });
  expect(problems).toContain(
    "killed by call:2: quote_ben was begun before quote_anna was committed",
  );
}, 120_000);
