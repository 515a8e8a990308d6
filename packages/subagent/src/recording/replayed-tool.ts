// A tool that returns recorded results. Finds a call by its location, and checks its name and
// arguments.

import type { ToolContext, ToolFunction } from "@ptc/core/contracts";
import type { Json } from "@ptc/core/encoding";
import { isThenable } from "@ptc/core/internal/contracts";
import { decodedValue } from "@ptc/core/internal/stored";
import { suspensionOf } from "./suspended-calls.ts";
import type { CoveredCalls } from "./covered-calls.ts";
import { isSameJson, type Playback, type ToolCallShown } from "./playback.ts";
import { recordedOutcome } from "./recorded-answers.ts";
import type { EffectOf } from "./recording-lines.ts";

export interface ReplayedToolOptions {
  readonly playback: Playback;
  /** Returns the location of a call within its run. */
  readonly locationOf: (callId: string) => string;
  /** Encodes arguments as in a recording. @throws for values that can't be encoded */
  readonly shown: (args: unknown) => Json;
  /** Calls `answer` now or when it is the turn of the call. */
  readonly inTurn: (line: number, answer: () => unknown) => Promise<unknown>;
  /** The values of the calls, for the digest of the step. */
  readonly calls?: CoveredCalls;
  /** Runs for a call that had no answer. */
  readonly unanswered: (by: "run" | "bound", signal: AbortSignal, line: number) => Promise<unknown>;
  /** Resolves after a recorded decision about a call that may have run; undefined without one. */
  readonly decided?: (call: ToolContext) => Promise<unknown> | undefined;
}

export function replayedTool(
  name: string,
  { playback, locationOf, shown, inTurn, calls, unanswered, decided }: ReplayedToolOptions,
): ToolFunction {
  const replayed: ToolFunction = (given, call) => {
    const decision = decided?.(call);
    if (decision !== undefined) return decision.then(() => replayed(given, call));
    const location = locationOf(call.callId);
    const args = shown(given);
    const asked = (): ToolCallShown => ({ name, args: hostArgs(args) });
    const recorded = playback.take("tool", location, `call of tool/${name}`, asked);
    const { line, effect } = recorded;
    const known = effect.args as Json | undefined;
    if (effect.name !== name || (known !== undefined && !isSameJson(known, args)))
      throw playback.diverged({
        at: location,
        effect: "tool",
        kind: "different",
        message:
          effect.name === name
            ? `tool/${name} is called with other arguments at ${location} than in the recording`
            : `tool/${name} is called at ${location}, where the recording has tool/${effect.name}`,
        line,
        recorded: callShown(effect),
        asked: asked(),
      });
    if (effect.unanswered !== undefined) return unanswered(effect.unanswered, call.signal, line);
    const answer = (): unknown => {
      const { suspended } = effect;
      if (suspended !== undefined)
        throw suspensionOf({ suspended: suspended as Json }) ?? new Error();
      const outcome = recordedOutcome(recorded, playback);
      if (!isThenable(outcome)) calls?.add(given, (outcome as { readonly value?: unknown }).value);
      return outcome;
    };
    return effect.isLater === true ? inTurn(line, answer) : answer();
  };
  return replayed;
}

/** Returns a recorded call. */
export function callShown({ name, args }: EffectOf<"tool">): ToolCallShown {
  return { name, args: hostArgs(args as Json | undefined) };
}

/** Decodes recorded arguments. Returns the JSON if it isn't valid, because it may be anything. */
function hostArgs(json: Json | undefined): unknown {
  try {
    return decodedValue(json ?? null, "args");
  } catch {
    return json;
  }
}
