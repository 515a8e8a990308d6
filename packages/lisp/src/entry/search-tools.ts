// Searches tools by words for hosts, as `(tool/search "words")` does for programs.

import type { Tool } from "@ptc/core/contracts";
import type { RunLibraries } from "../evaluation/run-libraries.ts";
import type { FoundTool } from "../builtins/library/find-tools.ts";

const free = { split: () => undefined, compare: () => undefined };

/** Returns the tools and library functions that match, best first. Empty without words. */
export async function searchTools(
  words: string,
  tools: Iterable<readonly [string, Tool]>,
  count: number,
  libraries?: Pick<RunLibraries, "documents">,
): Promise<readonly FoundTool[]> {
  const [{ findDocuments, libraryDocuments, toolDocuments }, { searchedPieces }] =
    await Promise.all([
      import("../builtins/library/find-tools.ts"),
      import("../builtins/library/tool-ranking.ts"),
    ]);
  const documents = [...toolDocuments(tools), ...libraryDocuments(libraries)];
  return findDocuments(searchedPieces(words), documents, count, free);
}
