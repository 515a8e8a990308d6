// Loads the tools of a program from a module: its exports, or the fields of its default export.

import { resolve } from "node:path";
import { stat } from "node:fs/promises";
import type { Tools } from "@ptc/core/contracts";
import { OptionError } from "@ptc/core/errors";
import { defineField } from "@ptc/core/internal/values";
import { check } from "@ptc/lisp";
import { importModule } from "../files/import-module.ts";
import { fileProblem } from "../files/read-text.ts";
import { UsageError } from "../terminal/usage-error.ts";
import { withSignature } from "./with-signature.ts";

export interface ToolsModule {
  /** Relative paths start here. */
  readonly folder: string;
  /** The module as the user wrote it. */
  readonly path: string;
  /** How long loading it may take; default ten seconds. */
  readonly timeoutMs?: number;
}

const expected =
  "expected exports, or a default export with fields, that are functions or { execute, description?, inputSchema?, outputSchema? }";

/**
 * Waits no longer than `timeoutMs` for what the module awaits; a module that computes without end
 * cannot be stopped.
 * @throws UsageError naming the module, and the tool that is none
 */
export async function loadTools({ folder, path, timeoutMs = 10_000 }: ToolsModule): Promise<Tools> {
  const shown = `tools module ${path}`;
  const file = resolve(folder, path);
  await assertFile(file, shown);
  const module = await inTime(importModule(file, shown), timeoutMs, shown);
  const found = toolsIn(module as object);
  if (found.length === 0) throw new UsageError(`${shown}: has no tools: ${expected}`);
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
    throw new UsageError(`${shown}: ${fileProblem(error)}`);
  }
  if (!isFile) throw new UsageError(`${shown}: is no file`);
}

/** The fields of a default export are all meant as tools; other exports may be something else. */
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

/** The evaluator says what is wrong with a tool. */
async function assertTools(tools: Tools, shown: string): Promise<void> {
  try {
    await check("nil", { tools });
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    throw new UsageError(`${shown}: ${error.message.replace(/^option `tools\.([^`]*)`/, "$1")}`);
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
        new UsageError(
          `${shown}: was not loaded within ${String(timeoutMs / 1000)} seconds: something that it awaits at its top does not come`,
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
