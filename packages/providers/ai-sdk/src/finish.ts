// Converts the finish reason to the contract's.

import type { LanguageModelV4FinishReason } from "@ai-sdk/provider";
import type { FinishReason } from "@ptc/llm";
import { presentFields } from "@ptc/llm/adapter";
import { BrokenAnswer } from "./errors.ts";
import { expectObject, textOrAbsent } from "@ptc/llm/adapter";

export interface Finish {
  readonly finishReason: FinishReason;
  readonly rawFinishReason?: string;
}

const finishReasons = {
  stop: "stop",
  length: "length",
  "content-filter": "content_filtered",
  "tool-calls": "tool_calls",
  error: "other",
  interrupted: "other",
  other: "other",
} as const satisfies Record<LanguageModelV4FinishReason["unified"], FinishReason>;

const byWord: ReadonlyMap<unknown, FinishReason> = new Map(Object.entries(finishReasons));

/** @throws ShapeError without a reason, BrokenAnswer if the response was interrupted */
export function finishOf(given: unknown, hasCalls: boolean): Finish {
  const { unified, raw } = expectObject(given, "finishReason");
  if (unified === "interrupted") throw new BrokenAnswer();
  const known = byWord.get(unified) ?? "other";
  return {
    // Many servers report tool calls as a normal stop.
    finishReason: known === "stop" && hasCalls ? "tool_calls" : known,
    ...presentFields({ rawFinishReason: textOrAbsent(raw) }),
  };
}
