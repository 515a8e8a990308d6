// Replays of runs whose effects settle in any order. Branches then use what they share in an order
// that differs from run to run: a cache, a limit, a task, the journal in a prompt. A replay must
// use it in the recorded order.

import { describe, expect, test } from "vitest";
import { run } from "../src/index.ts";
import { createRunRecorder, readRunRecording, replay } from "../src/recording/index.ts";
import { stepToJson } from "../src/step-json/index.ts";
import { kinds, randomMission, type Mission } from "./replay-missions.ts";
import { randomStream } from "@ptc/core/internal/random";

const standard = process.env["PTC_TESTS"] === undefined ? 2 : 25;
const missions = Number(process.env["PTC_ORDERS"] ?? standard);

async function played({ agent, options }: Mission) {
  const lines: string[] = [];
  const record = createRunRecorder({
    write: (line) => {
      lines.push(line);
    },
  });
  const step = await run(agent, { ...options, record });
  expect(record.error).toBeUndefined();
  const again = await replay(agent, readRunRecording(lines.join("")));
  return { step, again, lines };
}

/** Branches end in any order, so the entries of the journal are unordered. */
function comparable(step: Parameters<typeof stepToJson>[0]) {
  return { ...stepToJson(step), journal: step.journal, warnings: undefined };
}

describe("a replay uses in the recorded order", () => {
  test.each([
    ...Object.entries(kinds),
    ["all of them, in random missions", randomMission] as const,
  ])("%s", { timeout: 120_000 }, async (_kind, make) => {
    const wrong: unknown[] = [];
    for (let seed = 0; seed < missions; seed++) {
      const { step, again, lines } = await played(make(randomStream(seed, "replay")));
      if (again.isSame) {
        expect(comparable(again.step)).toEqual(comparable(step));
      } else wrong.push({ seed, divergence: again.divergence, lines });
    }
    if (process.env["PTC_SHOW"] && wrong.length > 0) console.log(JSON.stringify(wrong[0], null, 1));
    expect(wrong.length).toBe(0);
  });
});
