// Loads the tools of a module for programs.

import type { Tools } from "@ptc/core/contracts";
import { OptionError } from "@ptc/core/errors";
import { LoadError } from "@ptc/core/internal/host";
import { defineField } from "@ptc/core/internal/values";
import { check } from "@ptc/lisp";
import {
  isFunctionTool,
  shownModule,
  toolExports,
  toolProblem,
  type ToolsModule,
} from "./tool-exports.ts";
import { withSignature } from "./with-signature.ts";

/**
 * Loads the tools of a module. See `toolExports`.
 * @throws LoadError naming the module, and the invalid tool
 */
export async function loadTools(module: ToolsModule): Promise<Tools> {
  const shown = shownModule(module);
  const tools: Tools = {};
  for (const [name, tool] of await toolExports(module, isFunctionTool))
    defineField(tools, name, await withSignature(tool, name, shown));
  await assertTools(tools, shown);
  return tools;
}

/** Checks the tools with the evaluator. */
async function assertTools(tools: Tools, shown: string): Promise<void> {
  try {
    await check("nil", { tools });
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    throw new LoadError(`${shown}: ${toolProblem(error)}`);
  }
}
