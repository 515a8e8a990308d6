// The section of the prompt for libraries: their functions with the first line of each docstring.
// Functions whose tools the agent lacks are omitted, because a program can't call them.

import type { Library, LibraryFunction } from "@ptc/lisp";
import { hostFieldName } from "@ptc/core/internal/values";
import type { Agent } from "../agent/agent.ts";
import { withoutEnvelopeTags } from "../preview/envelope-tags.ts";
import { visibleData } from "../preview/visible-data.ts";
import { cutAtWord } from "./cut-at-word.ts";
import { promptText } from "./prompt-text.ts";

/** The limits for a call and for the first line of a docstring, in UTF-16 units. */
const longestCall = 120;
const longestDoc = 120;

/** The limit for the whole section. Beyond it, `dir` lists the others. */
const longestSection = 3_000;

/** Returns the section. Empty without libraries. */
export function librarySection({ libraries, tools }: Agent): string {
  if (libraries === undefined || libraries.all.length === 0) return "";
  const hasTool = (name: string): boolean => tools.has(name) || tools.has(hostFieldName(name));
  const lines = [`## Libraries\n${promptText("libraries")}`];
  const omission = promptText("libraries-cut");
  let room = longestSection - omission.length;
  for (const library of libraries.all)
    for (const line of linesOf(library, hasTool)) {
      room -= line.length + 1;
      if (room < 0) return [...lines, omission].join("\n");
      lines.push(line);
    }
  return lines.join("\n");
}

function linesOf(
  { name, doc, functions }: Library,
  hasTool: (name: string) => boolean,
): readonly string[] {
  const shown = functions.filter(({ tools }) => tools.every(hasTool));
  return [
    withDoc(name, doc),
    ...shown.map((each) => `- ${withDoc(cutAtWord(calls(name, each), longestCall), each.doc)}`),
  ];
}

function calls(library: string, { name, arglists }: LibraryFunction): string {
  if (arglists.length === 0) return `${library}/${name}`;
  return arglists
    .map((parameters) => `(${[`${library}/${name}`, plain(parameters)].join(" ").trim()})`)
    .join(" ");
}

/** Returns the parameters of an arity without their brackets. */
function plain(parameters: string): string {
  return parameters.slice(1, -1).trim();
}

function withDoc(text: string, doc = ""): string {
  const [line = ""] = doc.trimStart().split(/[\r\n\u2028\u2029]/, 1);
  // eslint-disable-next-line texts/shortened-texts -- `cutAtWord` marks the cut
  const visible = visibleData(withoutEnvelopeTags(line.slice(0, 2 * longestDoc)));
  return visible === "" ? text : `${text}: ${cutAtWord(visible, longestDoc)}`;
}
