// Recorded effects as text, for messages about runs that differ.

import { shortened } from "@ptc/core/internal/printing";
import type { Line } from "./mission-lines.ts";

/** Returns an effect as text for a message. */
export function lineText(line: Line): string {
  const at = shortened(line.at, 200);
  switch (line.type) {
    case "tool":
      return `tool/${shortened(line.tool, 100)} at ${at}`;
    case "model":
      return `the model at ${at}`;
    case "mission":
      return at === "" ? "the mission" : `the mission at ${at}`;
    case "rule":
    case "approval":
    case "decision":
      return `a call that waits at ${at}`;
    case "store":
      return `a change of the journal (${at.slice(at.indexOf(" ") + 1)})`;
    case "budget":
      return `the option budget at ${at}`;
    case "time":
    case "pause":
      return `the ${line.type} at ${at}`;
  }
}
