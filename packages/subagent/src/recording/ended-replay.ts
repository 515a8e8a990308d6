// The differences that only the end of a replay shows: effects that the run didn't request, another
// result, and the libraries that may be the reason.

import { shortened } from "@ptc/core/internal/printing";
import type { Agent } from "../agent/agent.ts";
import type { MissionStep } from "../step/step.ts";
import type { HiddenJson } from "./hidden-json.ts";
import type { Divergence, Playback } from "./playback.ts";
import type { RunRecording } from "./run-recording.ts";

/**
 * Returns the first recorded effect that the run didn't request. For edited runs, only edited
 * turns are checked.
 */
export function unusedEffect(
  playback: Playback,
  programs: ReadonlyMap<number, string>,
): Divergence | undefined {
  const isEdited = programs.size > 0;
  const unused = playback.unused(
    ({ type, at }) => !isEdited || (type !== "model" && programs.has(Number.parseInt(at, 10))),
  );
  if (unused === undefined) return undefined;
  const { line, effect } = unused;
  const what = {
    tool: effect.type === "tool" ? `calls tool/${effect.name}` : "",
    model: "calls the model",
    time: "reads the time",
  }[effect.type];
  return {
    at: effect.at,
    effect: effect.type,
    kind: "unused",
    message: `the recorded run ${what} at ${effect.at}, but this one does not`,
    line,
  };
}

export function otherEnd(
  step: MissionStep,
  digest: string,
  { end }: RunRecording,
  programs: ReadonlyMap<number, string>,
  hiding: HiddenJson,
): Divergence | undefined {
  if (programs.size > 0 || end?.digest === digest) return undefined;
  if (end === undefined)
    return {
      at: "end",
      effect: "mission",
      kind: "missing",
      message: "the recording was interrupted before the run ended, so it contains no result",
    };
  const now = step.ok ? "an answer" : hiding.text(`${step.fail.reason}: ${step.fail.message}`);
  const before = end.ok ? "an answer" : `${end.reason ?? ""}: ${end.message ?? ""}`;
  return {
    at: "end",
    effect: "mission",
    kind: "different",
    message:
      now === before
        ? "every effect matches the recording, but the step differs"
        : `the recorded run ended with ${before}, but this one with ${now}`,
  };
}

/** Adds the libraries that have changed, because they may be the reason. */
export function namingLibraries(
  divergence: Divergence,
  { header }: RunRecording,
  { libraries }: Agent,
): Divergence {
  const changed = Object.entries(header.libraries ?? {}).flatMap(([name, hash]) => {
    const now = libraries?.get(name)?.hash;
    if (now === hash) return [];
    const shown = shortened(JSON.stringify(name), 120);
    return [`the library ${shown} ${now === undefined ? "is missing" : "has changed"}`];
  });
  if (changed.length === 0) return divergence;
  const message = `${divergence.message} (since the recording, ${changed.join(", ")})`;
  return { ...divergence, message };
}
