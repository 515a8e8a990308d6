// The lines of approval rules and of decisions about calls that waited. They are effects of a run
// that can wait, and a replay applies them in the same turns.

import { isObject } from "@ptc/core/internal/host";
import type { ReceivedEffect } from "../loop/run-observer.ts";
import { madeOr } from "./effect-json.ts";
import type { RecordedRun } from "./recorder-run.ts";
import type { RecordedEffect } from "./recording-lines.ts";

/** Returns the effect of a line; undefined for effects that the recorder sees itself. */
export function decisionEffect(line: ReceivedEffect, run: RecordedRun): RecordedEffect | undefined {
  const { hiding } = run;
  switch (line.type) {
    case "rule": {
      const error = isObject(line.outcome) ? line.outcome["error"] : undefined;
      return {
        type: "rule",
        at: run.locationAt(line.at),
        ...(line.isLater === true ? { isLater: true } : {}),
        ...(typeof error === "string" ? { error: hiding.text(error) } : {}),
      };
    }
    case "approval":
    case "decision":
      return {
        type: line.type,
        at: run.locationAt(line.at),
        ...madeOr("decision", () => hiding.madeJson(line.outcome ?? null)),
      };
    default:
      return undefined;
  }
}
