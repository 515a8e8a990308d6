// Generates builtin-names.ts of the language: the names of the builtins by the chunk that loads
// each. The language knows them before anything is loaded, so it can't read them from the rows at
// run time.
import type { BuiltinFamily } from "../../../packages/lisp/src/builtins/builtin-family.ts";
import { isJavaName } from "../../../packages/lisp/src/builtins/library/java-names.ts";
import { builtinChunks } from "../../../packages/lisp/src/builtins/library/table.ts";

const lineWidth = 140;

/** Returns the module, without the notice at its top. */
export function builtinNamesModule(): string {
  return [
    "/** A group of families that are loaded together. */",
    `export type ChunkName = ${builtinChunks.map(({ name }) => JSON.stringify(name)).join(" | ")};`,
    "",
    "/**",
    " * The spellings of builtins by chunk, in the order of the reference; see java-names.ts. After",
    " * `trim`, `/string` stands for `clojure.string/trim`; after `Long.`, `.` for `java.lang.Long.`.",
    " */",
    "export const builtinNames: Readonly<Record<ChunkName, string>> = {",
    ...builtinChunks.map(
      ({ name: chunk, families }) => `  ${chunk}:\n${concatenation(listedNames(chunk, families))},`,
    ),
    "};",
    "",
  ].join("\n");
}

/**
 * Returns the names that are known before anything is loaded: all except those in the form of Java
 * names.
 */
function listedNames(chunk: string, families: readonly BuiltinFamily[]): readonly string[] {
  const names = families
    .flatMap(({ rows }) => rows.flatMap(({ names }) => names))
    .filter((name) => chunk !== "java" || !isJavaName(name));
  let previous = "";
  return names.map((name) => {
    const short = shortened(name, previous);
    if (short === name) previous = name;
    return short;
  });
}

/** A long spelling that repeats the name before it is listed by its prefix. */
function shortened(name: string, previous: string): string {
  if (name === `java.lang.${previous}`) return ".";
  const [, namespace, member] = /^clojure\.(\w+)\/(.+)$/.exec(name) ?? [];
  return namespace !== undefined && member === previous ? `/${namespace}` : name;
}

/** Returns the names separated by spaces, as a sum of string literals of bounded length. */
function concatenation(names: readonly string[]): string {
  const lines: string[] = [];
  for (const [index, name] of names.entries()) {
    const text = index === names.length - 1 ? name : `${name} `;
    const last = lines.at(-1);
    if (last === undefined || last.length + text.length > lineWidth) lines.push(text);
    else lines[lines.length - 1] = last + text;
  }
  return lines.map((line) => `    ${JSON.stringify(line)}`).join(" +\n");
}
