// Published code is readable when it fails: its classes keep their names, and its lines are short.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { keepsClassNames, lineLimit, withClassNames } from "../../../tsup.readable.ts";
import { problemsOfText } from "./uncaught-error.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ptc-readable-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const source = `
  export class WrongOption<T> extends TypeError implements Iterable<T> {
    static readonly none = new WrongOption("none");
    *[Symbol.iterator](): Iterator<T> {}
  }
  export const nameOf = (error: object): string => {
    class Inner {}
    return error.constructor.name + new Inner().constructor.name;
  };
`;

test("keeps the names of classes in minified code", async () => {
  const entry = join(folder, "entry.ts");
  writeFileSync(entry, source);
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    lineLimit,
    format: "esm",
    write: false,
    plugins: [keepsClassNames()],
  });
  const file = join(folder, "entry.mjs");
  writeFileSync(file, outputFiles[0]?.text ?? "");
  const { WrongOption, nameOf } = (await import(file)) as {
    WrongOption: new () => Error;
    nameOf: (error: object) => string;
  };
  expect(nameOf(new WrongOption())).toBe("WrongOptionInner");
});

test("leaves a class with a name of its own and a source without classes alone", () => {
  const named = `class A { static name = "B"; }`;
  expect(withClassNames(named)).toBe(named);
  expect(withClassNames("export const classes = 1;")).toBe("export const classes = 1;");
});

test("keeps every line of a source where it was", () => {
  expect(withClassNames(source).split("\n")).toHaveLength(source.split("\n").length);
});

test("reports a long line of an uncaught error, and an error without its name", () => {
  const shown = "file.js:21\nthrow new a(\n^\n\nOptionError: option `x`: unknown\n";
  expect(problemsOfText(shown)).toEqual([]);
  expect(problemsOfText(`${"x".repeat(201)}\n${shown}`)).toHaveLength(1);
  expect(problemsOfText("file.js:21\nTypeError: option `x`\n")).toHaveLength(1);
});
