// Loads the tools of a module: its exports, or the fields of its default export.

import { resolve } from "node:path";
import { stat } from "node:fs/promises";
import type { Tools } from "@ptc/core/contracts";
import { OptionError } from "@ptc/core/errors";
import { LoadError, fileProblem } from "@ptc/core/internal/host";
import { defineField } from "@ptc/core/internal/values";
import { check } from "@ptc/lisp";
import { importModule } from "./import-module.ts";
import { withSignature } from "./with-signature.ts";

/** A module with tools. */
export interface ToolsModule {
  /** Relative paths start in this folder. */
  readonly folder: string;
  /** The path of the module, as the user wrote it. */
  readonly path: string;
  /** The time limit for loading the module. Default 10,000. */
  readonly timeoutMs?: number;
}

const expected =
  "expected exports, or a default export with fields, that are functions or { execute, description?, inputSchema?, outputSchema? }";

/**
 * Loads the tools of a module. Stops waiting for a module's top-level `await` after `timeoutMs`,
 * but can't stop an endless loop in the module.
 * @throws LoadError naming the module, and the invalid tool
 */
export async function loadTools({ folder, path, timeoutMs = 10_000 }: ToolsModule): Promise<Tools> {
  const shown = `tools module ${path}`;
  const file = resolve(folder, path);
  await assertFile(file, shown);
  const module = await inTime(importModule(file, shown), timeoutMs, shown);
  const found = toolsIn(module as object);
  if (found.length === 0) throw new LoadError(`${shown}: found no tools; ${expected}`);
  const tools: Tools = {};
  for (const [name, tool] of found)
    defineField(tools, name, await withSignature(tool, name, shown));
  await assertTools(tools, shown);
  return tools;
}

async function assertFile(file: string, shown: string): Promise<void> {
  let isFile: boolean;
  try {
    isFile = (await stat(file)).isFile();
  } catch (error) {
    throw new LoadError(`${shown}: ${fileProblem(error)}`);
  }
  if (!isFile) throw new LoadError(`${shown}: this is not a file`);
}

/** Every field of a default export must be a tool. Other exports can be anything. */
function toolsIn(module: object): readonly (readonly [string, unknown])[] {
  const exports = new Map<string, unknown>(Object.entries(module));
  const standard = exports.get("default");
  if (typeof standard === "object" && standard !== null && !isTool(standard))
    return Object.entries(standard);
  return [...exports].filter(([name, value]) => name !== "default" && isTool(value));
}

function isTool(value: unknown): boolean {
  if (typeof value === "function") return true;
  return (
    typeof value === "object" &&
    value !== null &&
    "execute" in value &&
    typeof value.execute === "function"
  );
}

/** Checks the tools with the evaluator. */
async function assertTools(tools: Tools, shown: string): Promise<void> {
  try {
    await check("nil", { tools });
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    throw new LoadError(`${shown}: ${error.message.replace(/^option `tools\.([^`]*)`/, "$1")}`);
  }
}

async function inTime(
  loading: Promise<unknown>,
  timeoutMs: number,
  shown: string,
): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(
        new LoadError(
          `${shown}: loading took longer than ${String(timeoutMs / 1000)} seconds; check its top-level await`,
        ),
      );
    }, timeoutMs);
  });
  try {
    return await Promise.race([loading, late]);
  } finally {
    clearTimeout(timer);
  }
}
