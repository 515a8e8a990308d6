// The longer texts for models that want more than the descriptions of the tools: a prompt and
// resources.

import { promptText } from "@ptc/subagent/internal/programs";
import { languageCard } from "@ptc/subagent/text";

export interface ReferencePage {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  readonly text: () => string;
}

const howTo = [
  "Run programs with lisp_eval. Find tools with search_tools, and read the documentation of one",
  "with describe_tool. Programs of one session share definitions, and read large results of",
  "earlier ones as data/r1, data/r2 and so on.",
].join(" ");

/** The pages of `ptc://reference/…`. */
export const referencePages: readonly ReferencePage[] = [
  {
    uri: "ptc://reference/language",
    name: "language",
    description: "The language of programs: its forms, its differences from Clojure, its traps.",
    text: () => languageCard(),
  },
  {
    uri: "ptc://reference/tools",
    name: "tools",
    description: "How programs call tools, in parallel and with errors.",
    text: () => [howTo, promptText("language-tools")].join("\n\n"),
  },
];

/** The prompt `ptc-lisp`: all pages. */
export function cardText(): string {
  return [howTo, languageCard(), promptText("language-tools")].join("\n\n");
}
