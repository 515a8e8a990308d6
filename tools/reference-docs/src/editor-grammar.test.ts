import { readFileSync } from "node:fs";
import { languageNames } from "@ptc/lisp";
import { expect, test } from "vitest";
import { specialFormNames } from "../../../packages/lisp/src/analysis/special-forms.ts";

interface Rule {
  readonly match?: string;
  readonly begin?: string;
  readonly end?: string;
  readonly patterns?: readonly Rule[];
}

const { repository, fileTypes, scopeName } = JSON.parse(
  readFileSync(
    new URL("../../../editors/vscode/syntaxes/ptc.tmLanguage.json", import.meta.url),
    "utf8",
  ),
) as {
  readonly repository: Readonly<Record<string, Rule>>;
  readonly fileTypes: readonly string[];
  readonly scopeName: string;
};

const compiled = new Map<string, RegExp>();

function compile(pattern: string): RegExp {
  const expression = compiled.get(pattern) ?? new RegExp(pattern);
  compiled.set(pattern, expression);
  return expression;
}

/** Returns the text that the first match of a rule covers, in place of its scope. */
function matched(kind: string, source: string): string | undefined {
  const rules = [repository[kind] ?? {}, ...(repository[kind]?.patterns ?? [])];
  for (const { match } of rules) {
    const found = match === undefined ? null : compile(match).exec(source);
    if (found !== null) return found[0];
  }
  return undefined;
}

test("the editor grammar colors every name of the language, and special forms as keywords", async () => {
  const special = new Set(specialFormNames());
  const wrong = (await languageNames()).filter(
    (name) => matched(special.has(name) ? "special" : "builtin", `(${name} x)`) !== name,
  );
  expect(wrong).toEqual([]);
});

test("the editor grammar lists no name that the language doesn't have", async () => {
  const known = new Set(await languageNames());
  const listed = ["special", "builtin"].flatMap((kind) => {
    const names = /\(\?:((?:[^()|\\]|\\.|\|)+)\)\(\?!/.exec(repository[kind]?.match ?? "")?.[1];
    return (names ?? "").split(/(?<!\\)\|/).map((name) => name.replace(/\\(.)/g, "$1"));
  });
  expect(listed).toHaveLength(known.size);
  expect(listed.filter((name) => !known.has(name))).toEqual([]);
});

test.each([
  ["builtin", "(mapper x)", undefined],
  ["builtin", "(my/map x)", undefined],
  ["special", "(iffy x)", undefined],
  ["tool", "(tool/crm/find {})", "tool/crm/find"],
  ["data", "(count data/rows)", "data/rows"],
  ["data", "(metadata/rows)", undefined],
  ["keyword", "(:status %)", ":status"],
  ["keyword", "{::own 1}", "::own"],
  ["number", "(+ -1.5e3 x)", "-1.5e3"],
  ["number", "[16rFF]", "16rFF"],
  ["number", "[3/4]", "3/4"],
  ["number", "##Inf", "##Inf"],
  ["number", "x1", undefined],
  ["constant", "(if true 1)", "true"],
  ["constant", "(if true? 1)", undefined],
  ["character", String.raw`(= c \newline)`, String.raw`\newline`],
  ["character", String.raw`[\a]`, String.raw`\a`],
  ["comment", "(f) ; why", "; why"],
  ["discard", "(f #_ old new)", "#_ old"],
  ["argument", "#(+ %2 1)", "%2"],
])("the editor grammar's rule %s finds in %s: %s", (kind, source, text) => {
  expect(matched(kind, source)).toBe(text);
});

test("every pattern of the editor grammar compiles", () => {
  const isPattern = (key: string): boolean => ["match", "begin", "end"].includes(key);
  let count = 0;
  JSON.stringify(repository, (key, value: unknown) => {
    if (isPattern(key)) count += new RegExp(String(value)).source === "" ? 0 : 1;
    return value;
  });
  expect(count).toBeGreaterThan(25);
  expect({ fileTypes, scopeName }).toEqual({
    fileTypes: ["ptc", "ptc.clj"],
    scopeName: "source.ptc-lisp",
  });
});
