// Finds tools by words, best first, and shows what a program needs to call them.

import type { Tool } from "@ptc/core/contracts";
import { toolDocument, type ToolDocument } from "../../effects/tool-document.ts";
import type { RunLibraries } from "../../evaluation/run-libraries.ts";
import { matchesOf, ranked, searchedTool } from "./tool-ranking.ts";
import { shortLines, shortParagraph } from "./tool-texts.ts";

const mostResults = 50;

/** The longest shown texts of each found tool; `doc` shows the rest. */
const longestName = 200;
const longestCall = 600;
const longestDescription = 300;

/** A found tool, with shortened texts. */
export interface FoundTool {
  readonly name: string;
  readonly call: string;
  readonly description?: string;
}

/** Called with the work of a search before it is done. */
export interface SearchCost {
  readonly split: (characters: number) => void;
  readonly compare: (comparisons: number) => void;
}

/** The document of a tool, or of a function of a library. */
export interface NamedDocument {
  readonly name: string;
  readonly document: ToolDocument;
}

export function toolDocuments(tools: Iterable<readonly [string, Tool]>): readonly NamedDocument[] {
  return Array.from(tools, ([name, tool]) => ({ name, document: toolDocument(tool) }));
}

/** Returns the documents of the functions and constants of libraries. */
export function libraryDocuments(
  libraries: Pick<RunLibraries, "documents"> | undefined,
): readonly NamedDocument[] {
  return (libraries?.documents() ?? []).map(({ name, forms, doc }) => ({
    name,
    document: { callForm: forms.join(" or "), ...(doc === "" ? {} : { description: doc }) },
  }));
}

/** Returns at most `count` documents that match the pieces, and at most 50. */
export function findDocuments(
  pieces: readonly string[],
  documents: readonly NamedDocument[],
  count: number,
  cost: SearchCost,
): readonly FoundTool[] {
  const found = documents.map(({ name, document }) => {
    const searched = searchedTool(name, document);
    cost.split(Object.values(searched).join(" ").length);
    return matchesOf(pieces, searched, cost.compare);
  });
  return ranked(found)
    .slice(0, Math.min(mostResults, count))
    .flatMap((index) => documents[index] ?? [])
    .map(({ name, document: { callForm, description } }) => ({
      name: shortParagraph(name.slice(0, longestName + 1), longestName),
      call: shortLines(callForm ?? `(tool/${name} {…})`, longestCall),
      ...(description === undefined
        ? {}
        : { description: shortParagraph(description, longestDescription) }),
    }));
}
