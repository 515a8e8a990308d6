// Searches the tools of a run by words, for programs that know only the names of the tools.

import { Keyword, Vector, type Value } from "@ptc/core/values";
import { MapBuilder } from "@ptc/core/internal/values";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { EvaluationError } from "../../evaluation/errors/errors.ts";
import { elementCount, wrongType } from "../../evaluation/arguments/expectations.ts";
import { wrongArgument } from "../../evaluation/arguments/string-argument.ts";
import { row, type BuiltinRow } from "../row.ts";
import { spendText } from "../text/text-cost.ts";
import { findDocuments, libraryDocuments, toolDocuments, type FoundTool } from "./find-tools.ts";
import { searchedPieces } from "./tool-ranking.ts";

const usualResults = 10;

/** The most bytes that splitting text into words makes per character. */
const bytesOfSplitting = 16;
const bytesOfResult = 512;

/**
 * Returns the tools and library functions that match the words, best first, each as
 * `{:name … :call … :description …}`.
 */
function search(branch: Branch, given: Value, wanted: Value): Value {
  const words = searchedWords(branch, given);
  const count = elementCount(wanted, "tool/search");
  const { tools, program } = branch.evaluation;
  const documents = [...toolDocuments(tools), ...libraryDocuments(program.libraries)];
  branch.spend(documents.length);
  const found = findDocuments(words, documents, count, {
    split: (length) => {
      chargeSplitting(branch, length);
    },
    compare: (comparisons) => {
      branch.spend(comparisons >> 2);
    },
  });
  return Vector.of<Value>(found.map((tool) => shownTool(branch, tool)));
}

function searchedWords(branch: Branch, given: Value): readonly string[] {
  if (typeof given !== "string")
    throw wrongType(
      "tool/search",
      "words as a string",
      given,
      'this finds tools, and no tool is named search: write (tool/search "words to find")',
    );
  chargeSplitting(branch, given.length);
  const words = searchedPieces(given);
  if (words.length > 0) return words;
  throw wrongArgument(
    "tool/search",
    "there are no words to search for",
    "(dir tool) lists the names of all tools",
  );
}

function chargeSplitting(branch: Branch, length: number): void {
  spendText(branch, 4 * length);
  branch.charge(bytesOfSplitting * length);
}

function shownTool(branch: Branch, tool: FoundTool): Value {
  const builder = new MapBuilder();
  const { name, call, description } = tool;
  const fields = [["name", name] as const, ["call", call] as const];
  for (const [field, text] of [
    ...fields,
    ...(description === undefined ? [] : [["description", description] as const]),
  ]) {
    branch.charge(2 * text.length);
    builder.set(new Keyword(field), text);
  }
  branch.charge(bytesOfResult);
  return builder.build();
}

function servers(): never {
  throw new EvaluationError(
    "unsupported",
    "tool/servers: no tool servers are connected to this run",
    { op: "tool/servers", hint: "(dir tool) lists the tools of this run" },
  );
}

export const toolDiscoveryRows: readonly BuiltinRow[] = [
  row("tool/search", ["(tool/search words)", "(tool/search words count)"], {
    doc: "Finds tools and library functions by words, best first: 10 or count, up to 50, each with its name, call form and description.",
    example: ['(tool/search "user by email")', "[]"],
    clojure: false,
    arities: {
      1: (branch, words) => search(branch, words, usualResults),
      2: search,
    },
  }),
  row("tool/servers", "(tool/servers)", {
    doc: "Lists the servers with searchable tools; fails if none are connected.",
    example: ["(try (tool/servers) (catch Exception e :none))", ":none"],
    clojure: false,
    arities: { 0: servers },
  }),
];
