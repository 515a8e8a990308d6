// The reference in the repository matches the tables of the language, and its examples are correct.
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, test } from "vitest";
import { specialFormDocuments } from "../../../packages/lisp/src/catalog/special-form-documents.ts";
import { builtins } from "../../../packages/lisp/src/builtins/library/table.ts";
import { regenerateCommand, renderDocuments } from "./documents.ts";
import { examplesOf } from "./examples.ts";
import { problemsOfExample } from "./run-example.ts";

const documents = renderDocuments().map(({ path, text }) => ({ name: basename(path), path, text }));

function textOf(name: string): string {
  const found = documents.find((document) => document.name === name);
  if (found === undefined) throw new Error(`no document ${name}`);
  return found.text;
}

describe.each(documents)("$name", ({ name, path, text }) => {
  test("the document equals the generated text", () => {
    expect(readFileSync(path, "utf8"), `the tables have changed; run: ${regenerateCommand}`).toBe(
      text,
    );
  });

  test.skipIf(name.endsWith(".json"))("the document has correct examples", async () => {
    const problems: string[] = [];
    for (const example of examplesOf(text)) problems.push(...(await problemsOfExample(example)));
    expect(problems).toEqual([]);
  });
});

test("functions.md shows every builtin once, with its example", () => {
  const rows = [...new Set([...builtins.values()].map(({ row }) => row))];
  const shown = examplesOf(textOf("functions.md")).map(
    ({ programs: [program] }) => program?.source,
  );
  expect([...shown].sort()).toEqual(rows.map(({ example: [source] }) => source).sort());
});

test("language.md shows every special form with its example", () => {
  const shown = new Set(
    examplesOf(textOf("language.md")).flatMap(({ programs }) =>
      programs.map(({ source }) => source),
    ),
  );
  const missing = [...specialFormDocuments]
    .filter(
      ([
        ,
        {
          example: [source],
        },
      ]) => !shown.has(source),
    )
    .map(([name]) => name);
  expect(missing).toEqual([]);
});
