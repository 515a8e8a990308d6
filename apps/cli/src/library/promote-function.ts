// `ptc library promote`: writes a function of a run to a library, with its tests.

import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { createLibraries } from "@ptc/lisp";
import {
  libraryFile,
  loadLibraryFiles,
  loadPromotedRun,
  promote,
} from "@ptc/subagent/internal/node";
import { oneLine } from "@ptc/core/internal/errors";
import { readTextFile } from "@ptc/core/internal/node";
import { replaceFile } from "../files/replace-file.ts";
import { exitCode, type ExitCode } from "../terminal/exit-code.ts";
import type { Host } from "../terminal/host.ts";
import { writeLine } from "../terminal/output.ts";
import { UsageError } from "../terminal/usage-error.ts";
import { isTrace, tracedRun } from "./traced-run.ts";

export interface PromoteArguments {
  /** The file of a step, a recorded run or a trace. */
  readonly run: string;
  readonly name: string;
  /** The file of the library. */
  readonly to: string;
  readonly doc: string | undefined;
  readonly context: string | undefined;
  /** The turn that defines the function. Default: the last successful one that does. */
  readonly turn: number | undefined;
}

/** @throws LoadError, UsageError */
export async function promoteFunction(
  host: Host,
  { run: path, name, to, doc, context: contextFile, turn }: PromoteArguments,
): Promise<ExitCode> {
  if (!to.endsWith(".clj"))
    throw new UsageError("--to needs the file of a library, such as libraries/orders.clj", {
      isAboutArguments: true,
    });
  const folder = dirname(to);
  const library = basename(to, ".clj");
  const { sources, tests } = existsSync(resolve(host.folder, folder))
    ? loadLibraryFiles(host, folder)
    : { sources: {}, tests: new Map<string, readonly object[]>() };
  const context = await contextOf(contextFile, host);
  const libraries = await createLibraries(sources);
  const text = readTextFile(host, path, "run");
  const run = isTrace(text)
    ? await tracedRun(host, path, text, context)
    : await loadPromotedRun(text, path, { libraries, context });
  const promoted = await promote(run, { name, library, sources, doc, turn });
  if (!promoted.ok) {
    await writeLine(host.errors, `ptc library promote: ${promoted.message}`);
    return exitCode.failed;
  }
  const { source, cases, warnings } = promoted;
  mkdirSync(resolve(host.folder, folder), { recursive: true });
  await writeText(resolve(host.folder, to), source);
  await writeLine(host.output, `added ${library}/${name} to ${to}`);
  if (cases.length > 0) {
    const file = libraryFile(folder, library, "tests");
    const all = [...(tests.get(library) ?? []), ...cases];
    await writeText(resolve(host.folder, file), `${JSON.stringify(all, undefined, 2)}\n`);
    await writeLine(host.output, `added ${String(cases.length)} of its calls to ${file}`);
  }
  for (const warning of warnings)
    await writeLine(host.errors, `warning: ${oneLine(warning, 1_000)}`);
  return exitCode.ok;
}

async function contextOf(
  file: string | undefined,
  host: Host,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  if (file === undefined) return undefined;
  const { readContext } = await import("../eval/read-context.ts");
  return readContext(host, file);
}

/** Replaces a file, or writes a new one. */
async function writeText(path: string, text: string): Promise<void> {
  if (existsSync(path)) await replaceFile(path, text);
  else writeFileSync(path, text, { flag: "wx" });
}
