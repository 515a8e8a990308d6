// The functions of the host's libraries, as clients look them up, and the tools that they may call.

import type { Libraries, Library } from "@ptc/lisp";
import { findTool } from "@ptc/lisp/internal";
import type { ProgramRunner } from "@ptc/subagent/internal/programs";

type LibraryFunction = Library["functions"][number];

/** Returns the public functions and constants by their full names, such as `orders/late`. */
export function functionsOf(
  libraries: Libraries | undefined,
): ReadonlyMap<string, LibraryFunction> {
  return new Map(
    (libraries?.all ?? []).flatMap(({ name: library, functions }) =>
      functions.map((each) => [`${library}/${each.name}`, each] as const),
    ),
  );
}

const symbol = /[^\s,()[\]{}"'`;@^~#\\]+/gu;

/**
 * Returns the tools that a program may call through functions of libraries, by itself or through
 * `definitions` of its session. A source may name a function with any alias or without one, so all
 * functions with a name in it count. Only the program has to name the library.
 */
export function toolsOfFunctions(
  libraries: Libraries | undefined,
  program: string,
  definitions: readonly string[],
): readonly string[] {
  if (libraries === undefined) return [];
  const inProgram = namesIn([program]);
  const inDefinitions = namesIn(definitions);
  return libraries.all.flatMap(({ name: library, functions }) =>
    functions
      .filter(
        ({ name }) => inDefinitions.has(name) || (inProgram.has(name) && program.includes(library)),
      )
      .flatMap(({ tools }) => tools),
  );
}

/** Returns the symbols of the sources without their namespaces. */
function namesIn(sources: readonly string[]): ReadonlySet<string> {
  const symbols = sources.flatMap((source) =>
    Array.from(source.matchAll(symbol), ([text]) => text),
  );
  return new Set(symbols.map((text) => text.slice(text.indexOf("/", 1) + 1)));
}

/** Returns the tools of a function that the server has, as programs find them. */
export function availableTools({ tools }: ProgramRunner, named: readonly string[]): string[] {
  return [...new Set(named.flatMap((name) => findTool(tools, name) ?? []))];
}
