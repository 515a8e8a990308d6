// Describes a checkpoint to a person. It may come from anyone, so its text is escaped and bounded.

import { oneLine } from "@ptc/core/internal/errors";
import { isObject } from "@ptc/core/internal/host";
import { countText } from "@ptc/core/internal/json";
import { isPending } from "./checkpoint-file.ts";
import { pendingLines } from "./pending-lines.ts";

const mostCalls = 100;
const longestId = 200;

/** Returns the description, or undefined if `text` isn't the JSON of a checkpoint. */
export function checkpointLines(text: string): readonly string[] | undefined {
  const given = parsed(text);
  if (!isObject(given) || given["format"] !== "ptc-checkpoint") return undefined;
  const { kind, runId, effects, pending, signature, forks } = given;
  const calls = (Array.isArray(pending) ? (pending as unknown[]) : []).filter(isPending);
  const count = Array.isArray(effects) ? effects.length : 0;
  const what = kind === "mission" ? "A mission" : "A program";
  const state = calls.length === 0 ? "that was stopped" : "that waits";
  return [
    `${what} ${state} (${oneLine(String(runId), longestId)}), with ${countText(count, "effect")}`,
    typeof signature === "string" ? "The checkpoint is signed." : "The checkpoint isn't signed.",
    ...forkLines(forks),
    calls.length === 0 ? "No call waits." : `${countText(calls.length, "call")} to decide:`,
    ...calls.slice(0, mostCalls).flatMap((call) => pendingLines(call).map((line) => `  ${line}`)),
    ...(calls.length > mostCalls
      ? [`  … ${countText(calls.length - mostCalls, "more call")}`]
      : []),
    kind === "mission"
      ? "Continue it with ptc resume, or with resume of @ptc/subagent."
      : "Continue it with resume of @ptc/lisp.",
  ];
}

/** Returns the line about the last turn at which the run was forked or started again. */
function forkLines(forks: unknown): readonly string[] {
  const last: unknown = Array.isArray(forks) ? forks.at(-1) : undefined;
  const turn: unknown = Array.isArray(last) ? last[0] : undefined;
  return Number.isSafeInteger(turn)
    ? [`It is a fork that begins again at turn ${String(turn)}.`]
    : [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
