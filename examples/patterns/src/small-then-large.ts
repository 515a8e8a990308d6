// A small model first: it gets a second request if its answer doesn't match the signature. After
// two invalid answers, a large model is asked and gets the reasons.

import { run, type MissionStep } from "@ptc/subagent";
import type { LanguageModel } from "@ptc/llm";
import { reader, type Findings } from "./reader.ts";

export type Escalated =
  | { readonly answeredBy: "small"; readonly step: MissionStep<Findings> }
  | {
      /** Why the large model was or wasn't asked. */
      readonly answeredBy: "large" | "nobody";
      readonly step: MissionStep<Findings>;
      readonly small: MissionStep<Findings>;
    };

/**
 * The fail reasons of missions with invalid answers: in the mode `text`, and with programs. An
 * unreachable provider or a spent budget doesn't justify the large model.
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
