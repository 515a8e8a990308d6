// `ptc fmt`: formats programs without changing their meaning.

import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { oneLine } from "@ptc/core/internal/errors";
import { LoadError } from "@ptc/core/internal/host";
import { visibleText } from "@ptc/core/printing";
import type { format } from "@ptc/parser/format";
import { readStandardInput } from "../files/read-standard-input.ts";
import { readTextFile } from "@ptc/core/internal/node";
import type { OptionSpecs, ParsedArguments } from "../arguments/command-spec.ts";
import { replaceFile } from "../files/replace-file.ts";
import { exitCode, type ExitCode } from "../terminal/exit-code.ts";
import type { Host } from "../terminal/host.ts";
import { write, writeLine } from "../terminal/output.ts";
import { UsageError } from "../terminal/usage-error.ts";
import type { Command } from "./command.ts";

const options: OptionSpecs = {
  write: { short: "w", description: "rewrite the files, and list those that changed" },
  check: { description: "list the files that would change; the exit code is 1 if there are any" },
  width: { value: "columns", description: "the line width, from 20 to 400 (default 80)" },
};

/** The reader's limit for a source, in bytes, if every character has the most bytes. */
const mostBytes = 4_000_000;

interface Formatting {
  readonly host: Host;
  readonly width: number;
  /** Handles a formatted program. */
  readonly use: (path: string, source: string, text: string) => Promise<ExitCode>;
  readonly format: typeof format;
}

export const fmtCommand: Command = {
  name: "fmt",
  summary: "format programs without changing their meaning",
  usage: [
    "program.clj [--width 100]",
    "- < program.clj",
    "--write program.clj …",
    "--check program.clj …",
  ],
  arguments: [{ name: "program.clj", isOptional: true, isMany: true, offer: "files" }],
  options,
  notes: [
    "Prints the formatted program. Comments keep their place, and names, numbers and strings keep their spelling.",
    "A program with a syntax error is left unchanged and reported on standard error as file:line:column: message; the others are formatted, and the exit code is 1. It is 2 if a file can't be read or written.",
  ],
  run: async (parsed, host) => {
    const { format } = await import("@ptc/parser/format");
    const formatting = { host, width: widthOf(parsed), use: useOf(parsed, host), format };
    let worst: ExitCode = exitCode.ok;
    for (const path of pathsOf(parsed, host)) {
      const code = await formatOne(path, formatting);
      if (code > worst) worst = code;
    }
    return worst;
  },
};

/** @throws UsageError */
function pathsOf({ positionals, flags }: ParsedArguments, host: Host): readonly string[] {
  if (flags.has("write") && flags.has("check"))
    throw usage("use either --write or --check, not both");
  if (positionals.length === 0 && (host.input.isTTY === true || flags.has("write")))
    throw usage("missing program: pass its file, or - for standard input");
  if (flags.has("write") && positionals.includes("-"))
    throw usage("--write needs files; a program from standard input is printed");
  if (positionals.length > 1 && !flags.has("write") && !flags.has("check"))
    throw usage("several files can't be printed: add --write or --check");
  return positionals.length === 0 ? ["-"] : positionals;
}

function widthOf({ values }: ParsedArguments): number {
  const text = values.get("width") ?? "80";
  const width = Number(text);
  if (!/^\d{1,3}$/.test(text) || width < 20 || width > 400)
    throw usage("--width needs a number of columns from 20 to 400");
  return width;
}

function useOf({ flags }: ParsedArguments, host: Host): Formatting["use"] {
  if (flags.has("check"))
    return async (path, source, text) => {
      if (text === source) return exitCode.ok;
      await writeLine(host.output, oneLine(path, 2_000));
      return exitCode.failed;
    };
  if (flags.has("write"))
    return async (path, source, text) => {
      if (text === source) return exitCode.ok;
      await written(resolve(host.folder, path), text, path);
      await writeLine(host.output, oneLine(path, 2_000));
      return exitCode.ok;
    };
  // Text of a program must not control a terminal. Files and other programs get it unchanged.
  return async (_path, _source, text) => {
    await write(host.output, host.output.isTTY === true ? visibleText(text) : text);
    return exitCode.ok;
  };
}

/** Formats one program. Reports its errors, so that the others are formatted too. */
async function formatOne(
  path: string,
  { host, width, use, format }: Formatting,
): Promise<ExitCode> {
  try {
    const source = await sourceOf(path, host);
    const result = format(source, { width });
    if (result.ok) return await use(path, source, result.text);
    const { position, message } = result.error;
    const location = `${path}:${String(position.line)}:${String(position.column)}`;
    await writeLine(host.errors, oneLine(`${location}: ${message}`, 2_000));
    return exitCode.failed;
  } catch (error) {
    if (!(error instanceof LoadError)) throw error;
    await writeLine(host.errors, `ptc fmt: ${oneLine(error.message, 2_000)}`);
    return exitCode.usage;
  }
}

async function sourceOf(path: string, host: Host): Promise<string> {
  if (path === "-") return readStandardInput(host, "program");
  const size = await stat(resolve(host.folder, path)).then(
    (file) => file.size,
    () => 0,
  );
  if (size > mostBytes)
    throw new UsageError(
      `program ${path}: ${String(size)} bytes is more than the limit of ${String(mostBytes)}`,
    );
  return readTextFile(host, path, "program");
}

async function written(file: string, text: string, path: string): Promise<void> {
  try {
    await replaceFile(file, text);
  } catch (error) {
    throw new UsageError(`program ${path}: can't be written: ${(error as Error).message}`);
  }
}

function usage(message: string): UsageError {
  return new UsageError(message, { isAboutArguments: true });
}
