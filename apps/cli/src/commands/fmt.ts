// `ptc fmt`: lays programs out, without changing what they mean.

import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { oneLine } from "@ptc/core/internal/errors";
import { visibleText } from "@ptc/core/printing";
import type { format } from "@ptc/parser/format";
import type { OptionSpecs, ParsedArguments } from "../arguments/command-spec.ts";
import { readStandardInput, readTextFile } from "../files/read-text.ts";
import { replaceFile } from "../files/replace-file.ts";
import { exitCode, type ExitCode } from "../terminal/exit-code.ts";
import type { Host } from "../terminal/host.ts";
import { write, writeLine } from "../terminal/output.ts";
import { UsageError } from "../terminal/usage-error.ts";
import type { Command } from "./command.ts";

const options: OptionSpecs = {
  write: { short: "w", description: "rewrite the files, and name those that changed" },
  check: { description: "name the files that would change; the exit code is 1 where there is one" },
  width: { value: "columns", description: "of a line, from 20 to 400: 80" },
};

/** The longest source that the reader takes, where each character has as many bytes as it can. */
const mostBytes = 4_000_000;

interface Formatting {
  readonly host: Host;
  readonly width: number;
  /** What becomes of a program that was laid out. */
  readonly use: (path: string, source: string, text: string) => Promise<ExitCode>;
  readonly format: typeof format;
}

export const fmtCommand: Command = {
  name: "fmt",
  summary: "lay out programs, without changing what they mean",
  usage: [
    "program.clj [--width 100]",
    "- < program.clj",
    "--write program.clj …",
    "--check program.clj …",
  ],
  arguments: [{ name: "program.clj", isOptional: true, isMany: true, offer: "files" }],
  options,
  notes: [
    "Prints the program with its lines laid out anew. Comments stay in their place, words as they are written.",
    "A program that cannot be read is left as it is: its line file:line:column: message goes to standard error, the others are laid out, and the exit code is 1. For a file that cannot be read or written it is 2.",
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
    throw usage("--check writes nothing, so --write does not go with it");
  if (positionals.length === 0 && (host.input.isTTY === true || flags.has("write")))
    throw usage("which program? Name its file, or - for standard input");
  if (flags.has("write") && positionals.includes("-"))
    throw usage("--write goes with files; what comes from standard input is printed");
  if (positionals.length > 1 && !flags.has("write") && !flags.has("check"))
    throw usage("of several files none is printed: add --write or --check");
  return positionals.length === 0 ? ["-"] : positionals;
}

function widthOf({ values }: ParsedArguments): number {
  const text = values.get("width") ?? "80";
  const width = Number(text);
  if (!/^\d{1,3}$/.test(text) || width < 20 || width > 400)
    throw usage("--width takes a number of columns from 20 to 400");
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
  // What a program holds may not steer a terminal; a file or another program gets it unchanged.
  return async (_path, _source, text) => {
    await write(host.output, host.output.isTTY === true ? visibleText(text) : text);
    return exitCode.ok;
  };
}

/** Reports what is wrong with one program, so that the others have their turn. */
async function formatOne(
  path: string,
  { host, width, use, format }: Formatting,
): Promise<ExitCode> {
  try {
    const source = await sourceOf(path, host);
    const result = format(source, { width });
    if (result.ok) return await use(path, source, result.text);
    const { position, message } = result.error;
    const place = `${path}:${String(position.line)}:${String(position.column)}`;
    await writeLine(host.errors, oneLine(`${place}: ${message}`, 2_000));
    return exitCode.failed;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
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
      `program ${path}: has ${String(size)} bytes, and a program at most ${String(mostBytes)}`,
    );
  return readTextFile(host, path, "program");
}

async function written(file: string, text: string, path: string): Promise<void> {
  try {
    await replaceFile(file, text);
  } catch (error) {
    throw new UsageError(`program ${path}: cannot be written: ${(error as Error).message}`);
  }
}

function usage(message: string): UsageError {
  return new UsageError(message, { isAboutArguments: true });
}
