// Records the calls of a tool: a line for each, with its arguments and its outcome.

import type { ToolFunction } from "@ptc/core/contracts";
import { isThenable } from "@ptc/core/internal/contracts";
import type { Json } from "@ptc/core/encoding";
import { Suspension } from "@ptc/lisp/internal/waiting";
import { suspensionJson } from "./suspended-calls.ts";
import {
  answerOf,
  dataOrMark,
  failureOf,
  madeOr,
  resultText,
  type ToolOutcome,
} from "./effect-json.ts";
import type { RecordedRun } from "./recorder-run.ts";
import type { LaterLines } from "./recorder-turns.ts";
import type { EffectOf } from "./recording-lines.ts";
import type { WrittenEffect } from "./recording-writer.ts";

/** Returns the function to call in place of the tool. */
export function recordedTool(
  run: RecordedRun,
  lines: LaterLines,
  name: string,
  work: ToolFunction,
): ToolFunction {
  const nameText = JSON.stringify(name);
  return (args, call) => {
    const { hiding, writer } = run;
    const at = run.locationOf(call.callId);
    // The tool may change them.
    const argsText = hiding.clearText(args);
    const made = argsText === undefined ? madeOr("args", () => hiding.made(args)) : undefined;
    const effect = (): Omit<EffectOf<"tool">, "isLater"> => ({
      type: "tool",
      at,
      name,
      ...(made ?? { args: JSON.parse(argsText ?? "null") as Json }),
    });
    const answered = (answer: unknown, isLater: boolean): WrittenEffect => {
      if (argsText !== undefined) {
        const text = resultText(answer, hiding);
        if (text !== undefined) {
          writer.calls.add(args, answer);
          return `{"type":"tool","at":${locationText(at)},"name":${nameText},"args":${argsText}${
            isLater ? ',"isLater":true' : ""
          }${text}}`;
        }
      }
      run.areCallsClear = false;
      return { ...effect(), ...(isLater ? later : {}), ...answerOf(answer, hiding) };
    };
    const thrown = (error: unknown): ToolOutcome & Pick<EffectOf<"tool">, "suspended"> =>
      error instanceof Suspension
        ? { suspended: dataOrMark(suspensionJson(error), hiding) }
        : failureOf(error, hiding);
    let answer: unknown;
    try {
      answer = work(args, call);
    } catch (error) {
      run.areCallsClear = false;
      writer.effect({ ...effect(), ...thrown(error) });
      throw error;
    }
    if (!isThenable(answer)) {
      writer.effect(answered(answer, false));
      return answer;
    }
    return lines.settled(
      call.signal,
      answer,
      {
        answered: (value) => answered(value, true),
        failed: (error) => {
          run.areCallsClear = false;
          return { ...effect(), ...later, ...thrown(error) };
        },
        unanswered: () => ({ ...effect(), ...later, unanswered: run.endedBy }),
      },
      call.callId,
    );
  };
}

const later = { isLater: true } as const;

/** Returns a location as JSON. Most of them have nothing to escape. */
function locationText(at: string): string {
  return at.includes("t") ? JSON.stringify(at) : `"${at}"`;
}
