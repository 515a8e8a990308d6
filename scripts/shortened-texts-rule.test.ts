import ts from "typescript";
import { expect, test } from "vitest";
import { textCuts } from "./shortened-texts-rule.mjs";

/** Returns the number of cut texts that the rule finds in a function with these statements. */
function cutsIn(code: string): number {
  const file = "/file.ts";
  const text = `
    interface String { slice(from: number, to?: number): string; readonly length: number }
    interface Array<Item> { slice(from: number, to?: number): Item[] }
    declare const longest: number;
    declare function nearestNames(name: string): string[];
    export function shown(text: string, items: string[], at: number) { ${code} }`;
  const options: ts.CompilerOptions = { noLib: true, strict: true, noEmit: true };
  const program = ts.createProgram([file], options, {
    ...ts.createCompilerHost(options),
    fileExists: (path) => path === file,
    readFile: (path) => (path === file ? text : undefined),
    getSourceFile: (path, version) =>
      path === file ? ts.createSourceFile(path, text, version, true) : undefined,
    directoryExists: () => true,
    getCurrentDirectory: () => "/",
  });
  const source = program.getSourceFile(file);
  return source === undefined ? NaN : textCuts(source, program).length;
}

test.each([
  ["in a template", "throw `cannot read ${text.slice(0, 60)}`;"],
  ["in JSON in a template", "throw `cannot read ${JSON.stringify(text.slice(0, longest))}`;"],
  ["with a mark of its own", "return `${text.slice(0, 60)}…`;"],
  ["as a result", "return text.length > 60 ? text.slice(0, 60) : text;"],
  ["in an argument of an error", "throw new TypeError(text.slice(0, 2 * longest));"],
  ["in a field of an error", "return { message: text.slice(0, 40) };"],
  ["in a variable of a template", "const cut = text.slice(0, 40); return `no ${cut}`;"],
  ["in the middle", "throw `no ${text.slice(at, at + 10)}`;"],
])("finds a text that is cut %s", (_, code) => {
  expect(cutsIn(code)).toBe(1);
});

test.each([
  ["a part that was searched for", "return text.slice(0, at);"],
  ["a few characters", "throw `no ${text.slice(at, at + 5)}`;"],
  ["the beginning of a list", "return items.slice(0, 40);"],
  ["a text that is only searched", "return nearestNames(text.slice(0, 64));"],
])("accepts %s", (_, code) => {
  expect(cutsIn(code)).toBe(0);
});
