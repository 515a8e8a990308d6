// Tests the same ten missions in every mode: equal answers, and the table of the guide.

import { describe, expect, test } from "vitest";
import { cellsOf, guideCells } from "../guide-table.ts";
import { modeMissions } from "./mode-missions.ts";
import { modeNames, modeTable, runIn } from "./mode-matrix.ts";

describe.each(modeMissions.map((mission) => [mission.name, mission] as const))(
  "%s",
  (_, mission) => {
    test.each(modeNames)("returns the expected answer in the mode %s", async (mode) => {
      const { step } = await runIn(mode, mission);
      expect(step.ok ? step.return : step.fail).toEqual(mission.answer);
      expect(step.warnings).toBeUndefined();
    });
  },
);

test("the combined mode executes the tool once and shows the model no rows", async () => {
  const [count] = modeMissions;
  if (count === undefined) throw new Error("there is no mission");
  const [combined, text] = [await runIn("combined", count), await runIn("text", count)];
  expect(combined.executions).toBe(1);
  expect(combined.step.toolCalls).toHaveLength(2);
  expect(combined.shownBytes).toBeLessThan(1_000);
  expect(text.shownBytes).toBeGreaterThan(200_000);
  expect(combined.sentTokens).toBeLessThan(text.sentTokens / 10);
});

test("the guide has the table of these missions", async () => {
  expect(guideCells("modes")).toEqual(cellsOf(await modeTable(modeMissions)));
});
