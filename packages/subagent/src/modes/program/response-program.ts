// Reads the program of a response in the modes whose programs are text. The model may call
// `lisp_eval` natively although the request offers no tools: such a program counts too.

import { isObject } from "@ptc/core/internal/host";
import type { ModelResponse } from "@ptc/llm";
import { programToolName } from "../../answer/program-tool.ts";
import { readAnswer, type AnswerReading, type ExtractedProgram } from "../../answer/read-answer.ts";
import type { WrittenCall } from "../../answer/written-calls.ts";
import { programOf } from "./program-argument.ts";
import { endOf } from "./program-run.ts";

export interface ResponseProgram {
  readonly reading: AnswerReading;
  readonly program: ExtractedProgram;
  /** The first native call without a program. */
  readonly call?: WrittenCall;
}

/** The longest part of a response that is read, in UTF-16 units. */
export const longestAnswer = 1_000_000;

/** Returns the program of a response: the only one in its text and its native calls. */
export function responseProgram(response: ModelResponse): ResponseProgram {
  const reading = readAnswer(response.text.slice(0, longestAnswer));
  const calls = response.content.filter((part) => part.type === "tool-call");
  if (calls.length === 0) return { reading, program: reading.program };
  const { ended } = endOf(response);
  const reads = calls.map((call) =>
    call.toolName === programToolName ? programOf(call, ended) : undefined,
  );
  const others = calls.filter((_, index) => reads[index]?.ok !== true);
  const inCalls = reads.flatMap((read) => (read?.ok === true ? [read.source.trim()] : []));
  const program = together(reading.program, inCalls, others.length);
  return { reading: asWritten(reading, program), program, ...first(others) };
}

/** The history shows the program of a native call as text, so that the model continues that way. */
function asWritten(reading: AnswerReading, program: ExtractedProgram): AnswerReading {
  if (!program.ok || reading.program.ok) return reading;
  const block = `\`\`\`clojure\n${program.source}\n\`\`\``;
  return {
    isNamed: true,
    program,
    said: [reading.said.trim(), block].filter((text) => text !== "").join("\n"),
  };
}

/**
 * Returns the program of the text and of the calls. A call of another tool beside a program is
 * refused like a second program, because it would be dropped.
 */
function together(
  written: ExtractedProgram,
  inCalls: readonly string[],
  otherCalls: number,
): ExtractedProgram {
  if (!written.ok && written.reason === "multiple_code_blocks") return written;
  const programs = [...new Set([...(written.ok ? [written.source] : []), ...inCalls])];
  const [source] = programs;
  if (source === undefined) return { ok: false, reason: "no_code_found" };
  if (programs.length === 1 && otherCalls === 0) return { ok: true, source };
  return {
    ok: false,
    reason: "multiple_code_blocks",
    count: programs.length + otherCalls,
    ...(written.ok ? { forms: ["a program in the text", "a native call"] } : {}),
  };
}

function first(
  calls: readonly { readonly toolName: string; readonly input: unknown }[],
): Pick<ResponseProgram, "call"> {
  const [call] = calls;
  if (call === undefined) return {};
  return { call: { name: call.toolName, args: isObject(call.input) ? call.input : {} } };
}
