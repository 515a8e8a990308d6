// Loads the libraries of a folder: `orders.clj` is the library `orders`, and `orders.test.json` its
// tests.

import { readdirSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { LoadError, fileProblem, isObject } from "@ptc/core/internal/host";
import { isJson } from "@ptc/core/internal/stored";
import { readTextFile, type CurrentFolder } from "@ptc/core/internal/node";
import { LibraryError, createLibraries, renderFail, type Libraries } from "@ptc/lisp";
import type { TestedLibraries } from "../../../promotion/check-libraries.ts";
import type { LibraryCase, ToolCase } from "../../../promotion/library-case.ts";
import { parseJson } from "../../context/parse-json.ts";

const ending = ".clj";
const testEnding = ".test.json";

/** Libraries with the folder of their files. */
export interface LoadedLibraries extends TestedLibraries {
  /** As the user wrote it. */
  readonly folder: string;
}

/**
 * Loads the libraries of a folder, or of the folder of a file. Of a file, only its own tests are
 * loaded.
 * @throws LoadError naming the file
 */
export function loadLibraryFiles(current: CurrentFolder, path: string): LoadedLibraries {
  const isFile = path.endsWith(ending);
  const folder = isFile ? dirname(path) : path;
  const names = namesIn(current, folder);
  if (isFile && !names.includes(nameOf(path))) throw new LoadError(`library ${path}: no such file`);
  const sources = Object.fromEntries(
    names.map((name) => [name, readTextFile(current, join(folder, `${name}${ending}`), "library")]),
  );
  const tested = isFile ? [nameOf(path)] : names;
  const tests = tested.flatMap((name): [string, readonly LibraryCase[]][] => {
    const cases = loadCases(current, folder, name);
    return cases === undefined ? [] : [[name, cases]];
  });
  return { folder, sources, tests: new Map(tests) };
}

/** Loads and checks the libraries of a folder. @throws LoadError with all mistakes */
export async function loadLibraries(current: CurrentFolder, folder: string): Promise<Libraries> {
  const { sources } = loadLibraryFiles(current, folder);
  try {
    return await createLibraries(sources);
  } catch (error) {
    if (!(error instanceof LibraryError)) throw new LoadError(messageOf(error));
    throw new LoadError(`libraries ${folder}: ${error.fails.map(renderFail).join("\n")}`);
  }
}

/** Returns the file of a library or of its tests. */
export function libraryFile(folder: string, name: string, kind: "source" | "tests"): string {
  return join(folder, `${name}${kind === "source" ? ending : testEnding}`);
}

/** Returns the tests of a library; undefined without a file. @throws LoadError */
function loadCases(
  current: CurrentFolder,
  folder: string,
  name: string,
): readonly LibraryCase[] | undefined {
  const path = libraryFile(folder, name, "tests");
  try {
    if (!statSync(resolve(current.folder, path)).isFile()) return undefined;
  } catch {
    return undefined;
  }
  const json = parseJson(readTextFile(current, path, "tests"), (text) => JSON.parse(text));
  if (!json.ok) throw new LoadError(`tests ${path}: ${json.message}`);
  if (Array.isArray(json.value) && json.value.every(isCase)) return json.value;
  throw new LoadError(
    `tests ${path}: expected a list of {"function","args","result","tools"?}, where args is a list`,
  );
}

function isCase(given: unknown): given is LibraryCase {
  if (!isObject(given) || !isJson(given)) return false;
  const { function: name, args, result, tools } = given;
  return (
    typeof name === "string" &&
    Array.isArray(args) &&
    result !== undefined &&
    (tools === undefined || (Array.isArray(tools) && tools.every(isToolCase)))
  );
}

function isToolCase(given: unknown): given is ToolCase {
  const { tool, args, error } = Object(given) as Partial<Record<string, unknown>>;
  return (
    typeof tool === "string" &&
    args !== undefined &&
    (error === undefined || typeof error === "string")
  );
}

function namesIn({ folder: current }: CurrentFolder, folder: string): readonly string[] {
  let entries;
  try {
    entries = readdirSync(resolve(current, folder), { withFileTypes: true });
  } catch (error) {
    throw new LoadError(`libraries ${folder}: ${fileProblem(error)}`);
  }
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending) && !entry.name.startsWith("."))
    .map(({ name }) => nameOf(name))
    .sort();
}

function nameOf(path: string): string {
  return basename(path, ending);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "the libraries can't be loaded";
}
