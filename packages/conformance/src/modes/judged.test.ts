// What a model answered in each mode, which saw the requests only and nothing of these files.

import { describe, expect, test } from "vitest";
import { readRecording } from "../missions/recordings.ts";
import { cellsOf, guideCells } from "../guide-table.ts";
import { judgedModes, judgedTable, recordingOf } from "./judged-drive.ts";
import { playIn } from "./judged-play.ts";
import { modeMissions } from "./mode-missions.ts";

describe.each(judgedModes)("%s", (mode) => {
  test.each(modeMissions.map((mission) => [mission.name, mission] as const))(
    "%s comes to its end with the answers that were recorded",
    async (_, mission) => {
      const play = await playIn(mode, mission, readRecording(recordingOf(mode)));
      expect(play.pending).toBeUndefined();
      // A model that reads the rows itself is not shown all of them, and may say so.
      const mayGiveUp = mode === "text" && !play.step.ok && play.step.fail.reason === "failed";
      expect(play.isRight || mayGiveUp).toBe(true);
    },
  );
});

test("the guide has the table of how they fared", async () => {
  expect(guideCells("judged")).toEqual(cellsOf(await judgedTable()));
});
