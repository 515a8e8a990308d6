// `askUser` for agents: the answer may also be typed by the text of a signature.

import type { StandardSchema, Tool } from "@ptc/core/contracts";
import { askUser as askUserOf, type AskUserOptions } from "@ptc/lisp/ask";
import { signatureOption } from "../agent/signature-option.ts";

/**
 * Returns a tool with which a program or model asks the user: its arguments are `question`, and
 * optionally `choices`, a list of texts. The mission waits until `resume` gives the answer, which
 * is checked first. The pending call has a `Question` as `data`. The option `answer` may be text,
 * such as `{amount :float}`.
 *
 * @example
 *   const agent = defineAgent({
 *     prompt: "Book a flight for {{name}}.",
 *     tools: { ask: askUser(), ask_budget: askUser({ answer: ":int" }) },
 *   });
 *
 * @throws OptionError
 */
export function askUser({
  answer,
  ...options
}: AskUserOptions<string | StandardSchema> = {}): Tool {
  if (answer === undefined) return askUserOf(options);
  return askUserOf({
    ...options,
    answer: typeof answer === "string" ? signatureOption("answer", answer) : answer,
  });
}
