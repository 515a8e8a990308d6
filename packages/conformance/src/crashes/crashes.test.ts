import { expect, test } from "vitest";
import { allPoints, crashRuns } from "./crash-runs.ts";

// `.ci/run` tests all points, and hundreds of kills at random times.
test(
  "a mission killed after calls, after commits, within changes or at random continues with its journal",
  { tags: "full", timeout: 120_000 },
  async () => {
    const missions = allPoints.filter((_, index) => index % 20 === 2);
    const { kills, killsAmid, problems } = await crashRuns({ kills: 2, seed: 7, missions });
    expect(problems).toEqual([]);
    expect(kills).toBeGreaterThanOrEqual(missions.length + 2);
    expect(killsAmid).toBeGreaterThanOrEqual(missions.length);
  },
);

test("reports commits that come after the next effect", async () => {
  const { problems } = await crashRuns({
    kills: 0,
    seed: 7,
    missions: [["call:2"]],
    isBroken: true,
  });
  expect(problems).toContain(
    '--deaths "call:2": quote_ben was begun before quote_anna was committed',
  );
}, 120_000);
