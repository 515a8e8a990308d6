// Reads a configuration file from the disk.

import { readFile, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, dirname, resolve } from "node:path";
import { fileProblem } from "@ptc/core/internal/host";
import { decodeUtf8 } from "@ptc/core/internal/node";
import type { Configuration } from "./configuration.ts";
import { ConfigurationError } from "./configuration-error.ts";
import { parseConfiguration } from "./parse-configuration.ts";

const largestFile = 4_000_000;

/**
 * Reads `ptc.json`, or the file of another client such as `.mcp.json`, `.cursor/mcp.json`,
 * `.vscode/mcp.json` or `claude_desktop_config.json`.
 * @throws ConfigurationError if the file can't be read, or with every mistake in it
 */
export async function readConfiguration(path: string): Promise<Configuration> {
  const absolute = resolve(path);
  const text = await readText(path, absolute);
  return parseConfiguration(text, {
    file: path,
    folder: projectFolder(absolute),
    home: homedir(),
  });
}

/** Editors keep their file in a folder of the project; its paths begin in the project. */
function projectFolder(file: string): string {
  const folder = dirname(file);
  return editorFolders.has(basename(folder)) ? dirname(folder) : folder;
}

const editorFolders: ReadonlySet<string> = new Set([".vscode", ".cursor"]);

async function readText(shown: string, path: string): Promise<string> {
  let bytes: Uint8Array;
  try {
    const { size } = await stat(path);
    if (size > largestFile) throw failed(shown, `it has more than ${String(largestFile)} bytes`);
    bytes = await readFile(path);
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    throw failed(shown, fileProblem(error));
  }
  const decoded = decodeUtf8(bytes);
  if (!decoded.ok) throw failed(shown, decoded.message);
  return decoded.text;
}

function failed(shown: string, problem: string): ConfigurationError {
  return new ConfigurationError(shown, [{ path: "", message: `can't read it: ${problem}` }]);
}
