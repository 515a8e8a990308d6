import ts from "typescript";
import { expect, test } from "vitest";
import { modeMentions } from "./mode-names-rule.mjs";

const files: Readonly<Record<string, string>> = {
  "/mode-traits/mode-table.ts": `
    const modeTable = { program: 1, text: 2, combined: 3 } as const;
    export type ModeName = keyof typeof modeTable;`,
};

/** Returns the modes that a file with this code names, each with how. */
function mentionsIn(code: string): readonly string[] {
  const names = "import type { ModeName } from './mode-traits/mode-table.ts';";
  const texts = { ...files, "/file.ts": `${names} declare const mode: ModeName; ${code}` };
  const options: ts.CompilerOptions = {
    noLib: true,
    strict: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  };
  const isFile = (path: string): path is keyof typeof texts => Object.hasOwn(texts, path);
  const program = ts.createProgram(["/file.ts"], options, {
    ...ts.createCompilerHost(options),
    fileExists: isFile,
    readFile: (path) => (isFile(path) ? texts[path] : undefined),
    getSourceFile: (path, version) =>
      isFile(path) ? ts.createSourceFile(path, texts[path], version, true) : undefined,
    directoryExists: () => true,
    getCurrentDirectory: () => "/",
  });
  const source = program.getSourceFile("/file.ts");
  return source === undefined
    ? ["no source"]
    : modeMentions(source, program).map(({ messageId, name }) => `${messageId} ${name}`);
}

test.each([
  ["a comparison", 'export const a = mode === "text";', ["text"]],
  ["a comparison by another name", 'const m = mode; export const a = "text" !== m;', ["text"]],
  [
    "a comparison with an optional mode",
    'declare const m: ModeName | undefined; export const a = m === "text";',
    ["text"],
  ],
  ["a case of a switch", 'switch (mode) { case "combined": break; }', ["combined"]],
  [
    "a value of an option",
    'export const a: { mode?: ModeName } = { mode: "program" };',
    ["program"],
  ],
  [
    "a list that includes the mode",
    'declare global { interface Array<T> { includes(x: T): boolean } } ["text"].includes(mode);',
    ["text"],
  ],
  [
    "keys of a record by mode",
    "export const a: { [Name in ModeName]: 1 } = { program: 1, text: 1, combined: 1 };",
    ["program", "text", "combined"],
  ],
  [
    "a member of a record by mode",
    "declare const a: { [Name in ModeName]: 1 }; export const b = a.text;",
    ["text"],
  ],
  ["a union of some modes", 'export type Some = "text" | "combined";', ["text", "combined"]],
])("finds %s", (_, code, names) => {
  expect(mentionsIn(code)).toEqual(names.map((name) => `compared ${name}`));
});

test("finds a mode that a message mentions", () => {
  expect(mentionsIn('export const a = `not in the mode "text", ${1}`;')).toEqual(["written text"]);
});

test("accepts the same words where they aren't modes", () => {
  expect(
    mentionsIn(`
      type Part = { type: "text" | "file" };
      declare const part: Part;
      export const a = part.type === "text";
      export const b = ["text", "program"];
      export const c: { text: string } = { text: "combined" };
      export const d = c.text;`),
  ).toEqual([]);
});
