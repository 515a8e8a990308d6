// Finds the tools that a module exports: its exports, the fields of its default export, or those of
// an export with the name `tools`.

import { resolve } from "node:path";
import { stat } from "node:fs/promises";
import type { OptionError } from "@ptc/core/errors";
import { LoadError, fileProblem } from "@ptc/core/internal/host";
import { importModule } from "./import-module.ts";

/** A module with tools. */
export interface ToolsModule {
  /** Relative paths start in this folder. */
  readonly folder: string;
  /** The path of the module, as the user wrote it. */
  readonly path: string;
  /** The time limit for loading the module. Default 10,000. */
  readonly timeoutMs?: number;
}

/** The exported tools by name. */
export type ToolExports = readonly (readonly [name: string, tool: unknown])[];

const expected =
  "expected exports, or a default export with fields, that are functions or { execute, description?, inputSchema?, outputSchema? }";

/** Returns the start of messages about a module. */
export function shownModule({ path }: ToolsModule): string {
  return `tools module ${path}`;
}

/** True for a tool of a program: a function, or an object with one. */
export function isFunctionTool(value: unknown): boolean {
  return typeof value === "function" || hasFunction(value, "execute");
}

/** True for a tool of an agent, which may also run another agent (`asTool`). */
export function isAgentTool(value: unknown): boolean {
  return isFunctionTool(value) || hasFunction(value, "runMission");
}

function hasFunction(value: unknown, name: string): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    typeof (value as Readonly<Record<string, unknown>>)[name] === "function"
  );
}

/**
 * Returns the exported values that `isTool` accepts. Stops waiting for a module's top-level `await`
 * after `timeoutMs`, but can't stop an endless loop in the module.
 * @throws LoadError naming the module
 */
export async function toolExports(
  module: ToolsModule,
  isTool: (value: unknown) => boolean,
): Promise<ToolExports> {
  const { folder, path, timeoutMs = 10_000 } = module;
  const shown = shownModule(module);
  const file = resolve(folder, path);
  await assertFile(file, shown);
  const exports = await inTime(importModule(file, shown), timeoutMs, shown);
  const found = toolsIn(exports as object, isTool, shown);
  if (found.length === 0) throw new LoadError(`${shown}: found no tools; ${expected}`);
  return found;
}

/** Returns the message of an invalid tool, which begins with its name. */
export function toolProblem({ message }: OptionError): string {
  return message.replace(/^option `tools(?:\.([^`]*)|\[([^`]*)\])`/, "$1$2");
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

/**
 * Every field of a default export, or of the export `tools`, must be a tool. Other exports can be
 * anything.
 */
function toolsIn(module: object, isTool: (value: unknown) => boolean, shown: string): ToolExports {
  const exports = new Map<string, unknown>(Object.entries(module));
  const standard = exports.get("default");
  if (typeof standard === "object" && standard !== null && !isTool(standard))
    return Object.entries(standard);
  const named = [...exports].filter(([name, value]) => name !== "default" && isTool(value));
  const record = exports.get("tools");
  const listed = isPlain(record) && !isTool(record) ? Object.entries(record) : [];
  const single = isTool(standard) ? [toolOfDefault(standard, shown)] : [];
  return [...new Map([...single, ...named, ...listed])];
}

function isPlain(value: unknown): value is object {
  return (
    typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}

/** A default export that is itself a tool has the name of its function. */
function toolOfDefault(tool: unknown, shown: string): ToolExports[number] {
  if (typeof tool === "function" && tool.name !== "" && tool.name !== "default")
    return [tool.name, tool];
  throw new LoadError(
    `${shown}: the default export is a tool without a name: export it by its name, or export default { name: tool }`,
  );
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
