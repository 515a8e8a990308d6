// A small model first: it is asked, and once more where its answer does not fit the signature.
// After two that do not fit a large one is asked, and told what was wrong.

import { run, type MissionStep } from "@ptc/subagent";
import type { LanguageModel } from "@ptc/llm";
import { reader, type Findings } from "./reader.ts";

export type Escalated =
  | { readonly answeredBy: "small"; readonly step: MissionStep<Findings> }
  | {
      /** Why the large one was asked, or why it was not. */
      readonly answeredBy: "large" | "nobody";
      readonly step: MissionStep<Findings>;
      readonly small: MissionStep<Findings>;
    };

/**
 * How a mission fails whose answers did not fit: in the mode `text`, and where programs answer. A
 * provider that is down, or a used-up budget, is no reason to pay more.
 */
const unfitting: ReadonlySet<string> = new Set(["validation_error", "max_turns_exceeded"]);

export async function smallThenLarge(
  part: string,
  { small, large }: { readonly small: LanguageModel; readonly large: LanguageModel },
): Promise<Escalated> {
  const first = await run(reader, { llm: small, context: { part } });
  if (first.ok) return { answeredBy: "small", step: first };
  if (!unfitting.has(first.fail.reason)) return { answeredBy: "nobody", step: first, small: first };
  const step = await run(reader, {
    llm: large,
    context: { part, failed: first.fail.message },
  });
  return { answeredBy: step.ok ? "large" : "nobody", step, small: first };
}
