// Searches the tools of a run by words, for programs that know only the names of the tools.

import { Keyword, Vector, type Value } from "@ptc/core/values";
import { MapBuilder } from "@ptc/core/internal/values";
import { toolDocument, type ToolDocument } from "../../effects/tool-document.ts";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { EvaluationError } from "../../evaluation/errors/errors.ts";
import { elementCount, wrongType } from "../../evaluation/arguments/expectations.ts";
import { wrongArgument } from "../../evaluation/arguments/string-argument.ts";
import { row, type BuiltinRow } from "../row.ts";
import { spendText } from "../text/text-cost.ts";
import { matchesOf, mostWords, piecesOf, ranked, searchedTool } from "./tool-ranking.ts";
import { shortLines, shortParagraph } from "./tool-texts.ts";

const usualResults = 10;
const mostResults = 50;

/** The longest shown texts of each found tool; `doc` shows the rest. */
const longestName = 200;
const longestCall = 600;
const longestDescription = 300;

/** The most bytes that splitting text into words makes per character. */
const bytesOfSplitting = 16;
const bytesOfResult = 512;

/**
 * Returns the tools that match the words, best first, each as `{:name … :call … :description …}`.
 */
function search(branch: Branch, given: Value, wanted: Value): Value {
  const words = searchedWords(branch, given);
  const results = Math.min(mostResults, elementCount(wanted, "tool/search"));
  const tools = [...branch.evaluation.tools].map(([name, tool]) => ({
    name,
    document: toolDocument(tool),
  }));
  branch.spend(tools.length);
  const found = tools.map(({ name, document }) => {
    const searched = searchedTool(name, document);
    chargeSplitting(branch, Object.values(searched).join(" ").length);
    return matchesOf(words, searched, (comparisons) => {
      branch.spend(comparisons >> 2);
    });
  });
  return Vector.of<Value>(
    ranked(found)
      .slice(0, results)
      .flatMap((index) => tools[index] ?? [])
      .map(({ name, document }) => shownTool(branch, name, document)),
  );
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
  const words = [...new Set(piecesOf(given))].slice(0, mostWords);
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

function shownTool(branch: Branch, name: string, document: ToolDocument): Value {
  const { callForm, description } = document;
  const fields: (readonly [string, string])[] = [
    ["name", shortParagraph(name.slice(0, longestName + 1), longestName)],
    ["call", shortLines(callForm ?? `(tool/${name} {…})`, longestCall)],
  ];
  if (description !== undefined)
    fields.push(["description", shortParagraph(description, longestDescription)]);
  const builder = new MapBuilder();
  for (const [field, text] of fields) {
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
    doc: "Finds tools by words, best first: 10, or count of them, up to 50, each with its name, call form and description.",
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
