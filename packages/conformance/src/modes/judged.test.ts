// Tests the responses of a model in each mode. The model saw only the requests, and nothing of
// these files.

import { describe, expect, test } from "vitest";
import { readRecording } from "../missions/recordings.ts";
import { cellsOf, guideCells } from "../guide-table.ts";
import { judgedTable, recordingOf } from "./judged-drive.ts";
import { playIn } from "./judged-play.ts";
import { modeNames } from "./mode-matrix.ts";
import { modeMissions } from "./mode-missions.ts";

describe.each(modeNames)("recorded responses in the mode %s", (mode) => {
  test.each(modeMissions.map((mission) => [mission.name, mission] as const))(
    "%s ends with the recorded responses",
    async (_, mission) => {
      const play = await playIn(mode, mission, readRecording(recordingOf(mode)));
      expect(play.pending).toBeUndefined();
      // A model that reads the rows itself doesn't see all of them, and may say so.
      const mayGiveUp = mode === "text" && !play.step.ok && play.step.fail.reason === "failed";
      expect(play.isRight || mayGiveUp).toBe(true);
    },
  );
});

test("the guide has the table of the judged missions", async () => {
  expect(guideCells("judged")).toEqual(cellsOf(await judgedTable()));
});
