// Finds where a replayed run diverged from its recording.

import type { Divergence, Playback, UnusedEffect } from "./playback.ts";
import { callShown } from "./replayed-tool.ts";

/**
 * Returns where the run diverged from its recording. For a call that isn't recorded, also returns
 * the next recorded call of the same branch. If the recording has no calls in the same fork, task
 * or sequence, the branch around it is searched.
 */
export function divergenceOf(playback: Playback): Divergence | undefined {
  const { divergence } = playback;
  if (divergence?.kind !== "missing" || divergence.effect === "model") return divergence;
  const instead = nextAround(playback, divergence.at);
  if (instead === undefined) return divergence;
  const { effect } = instead;
  return {
    ...divergence,
    recordedAt: effect.at,
    ...(effect.type === "tool" ? { recorded: callShown(effect) } : {}),
  };
}

function nextAround(playback: Playback, at: string): UnusedEffect | undefined {
  const parts = at.split("/").slice(0, -1);
  for (;;) {
    const next = playback.unused(isWithin(parts));
    const last = parts.at(-1);
    if (next !== undefined || last === undefined || !level.test(last)) return next;
    // All branches of a fork have one location in the program.
    const prefix = `${[...parts.slice(0, -1), last.replace(/^(\d+\.)\d+$/, "$1")].join("/")}${/^\d/.test(last) ? "" : "/"}`;
    if (
      playback.recording.effects.some(
        ({ effect }) => "at" in effect && effect.at.startsWith(prefix),
      )
    )
      return undefined;
    parts.pop();
  }
}

/** Matches a fork with its branch, a lazy sequence or a task, but not a turn. */
const level = /^(?:\d+\.\d+$|s\d+$|t\d*\.)/;

function isWithin(parts: readonly string[]) {
  const prefix = `${parts.join("/")}/`;
  return ({ type, at }: UnusedEffect["effect"]): boolean =>
    type !== "model" && at.startsWith(prefix);
}
