// The tools of a module: what it exports that is a function or a tool, and what the fields of its
// default export are.

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Tools } from "@ptc/core/contracts";
import { defineField } from "@ptc/core/values";
import { UsageError } from "../terminal/usage-error.ts";

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
  const module = await imported(pathToFileURL(resolve(folder, path)).href, path);
  const { default: fallback, ...exported } = module as Readonly<Record<string, unknown>>;
  const tools: Record<string, unknown> = {};
  const fields =
    typeof fallback === "object" && fallback !== null && !isTool(fallback)
      ? Object.entries(fallback)
      : [];
  for (const [name, value] of [...fields, ...Object.entries(exported)])
    if (isTool(value)) defineField(tools, name, value);
  if (Object.keys(tools).length === 0)
    throw new UsageError(
      `tools ${path}: no export is a tool: export functions, or objects { description, execute }, by name, or all of them as the default export`,
    );
  return tools as Tools;
}

function isTool(value: unknown): boolean {
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
      code === "ERR_UNKNOWN_FILE_EXTENSION"
        ? `tools ${path}: this Node (${process.version}) does not run TypeScript: use Node 22.18 or newer, or a module in JavaScript`
        : `tools ${path}: cannot be loaded: ${message}`,
    );
  } finally {
    clearTimeout(timer);
  }
}
