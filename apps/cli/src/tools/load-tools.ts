// The tools of a module: what it exports that is a function or a tool, and what the fields of its
// default export are.

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Tools } from "@ptc/core/contracts";
import { defineField } from "@ptc/core/values";
import { UsageError } from "../terminal/usage-error.ts";
import { contractTool } from "./contract-tool.ts";

export interface ToolsPlace {
  /** Where a relative path starts. */
  readonly folder: string;
  readonly path: string;
}

/** A module may wait for something before it exports. */
const importMs = 10_000;

/**
 * Imports the module at `path` and gathers its tools by name. An export wins over a field of the
 * default export.
 * @throws UsageError naming the file and what is expected
 */
export async function loadTools({ folder, path }: ToolsPlace): Promise<Tools> {
  const file = resolve(folder, path);
  if (!existsSync(file)) throw new UsageError(`tools ${path}: there is no such file`);
  const module = await imported(pathToFileURL(file).href, path);
  const { default: fallback, ...exported } = module as Readonly<Record<string, unknown>>;
  const tools: Record<string, Tools[string]> = {};
  const fields =
    typeof fallback === "object" && fallback !== null && !isTool(fallback)
      ? Object.entries(fallback)
      : [];
  for (const [name, value] of [...fields, ...Object.entries(exported)])
    if (isTool(value)) defineField(tools, name, withContract(name, value, path));
  if (Object.keys(tools).length === 0)
    throw new UsageError(
      `tools ${path}: no export is a tool: export functions, or objects { description, execute }, by name, or all of them as the default export`,
    );
  return tools;
}

function withContract(name: string, tool: Tools[string], path: string): Tools[string] {
  try {
    return contractTool(name, tool);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new UsageError(`tools ${path}: the signature of ${name} cannot be read: ${message}`);
  }
}

function isTool(value: unknown): value is Tools[string] {
  return (
    typeof value === "function" ||
    (typeof value === "object" &&
      value !== null &&
      typeof (value as { readonly execute?: unknown }).execute === "function")
  );
}

async function imported(address: string, path: string): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`it has not loaded in ${String(importMs / 1000)} seconds`));
    }, importMs);
  });
  try {
    return await Promise.race([import(address), late]);
  } catch (error) {
    const { code, message } =
      error instanceof Error
        ? (error as NodeJS.ErrnoException)
        : { code: undefined, message: String(error) };
    throw new UsageError(
      code === "ERR_UNKNOWN_FILE_EXTENSION" && /\.[cm]?tsx?$/.test(path)
        ? `tools ${path}: this Node (${process.version}) does not run TypeScript: use Node 22.18 or newer, or a module in JavaScript`
        : `tools ${path}: cannot be loaded: ${message}`,
    );
  } finally {
    clearTimeout(timer);
  }
}
