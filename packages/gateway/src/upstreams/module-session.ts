// A module of tools as an upstream: `export default { … }`, or `export const tools = { … }`.

import type { Tool } from "@ptc/core/contracts";
import { isObject } from "@ptc/core/internal/host";
import type { ModuleUpstream } from "../config/configuration.ts";
import type { SourceTool, UpstreamSession } from "./upstream-session.ts";

/** Returns the exports of a module. */
export type LoadModule = (path: string) => Promise<unknown>;

/** Loads the module. Its code runs in this process, as any code of yours. */
export async function moduleSession(
  upstream: ModuleUpstream,
  load: LoadModule,
): Promise<UpstreamSession> {
  const { name, path, include, approve } = upstream;
  const exported = await load(path);
  const tools = isObject(exported) ? (exported["tools"] ?? exported["default"]) : undefined;
  if (!isObject(tools))
    throw new Error(
      `${path} exports no tools: write \`export default { find: tool({ … }) }\`, or \`export const tools = { … }\``,
    );
  const made: SourceTool[] = [];
  const warnings: string[] = [];
  for (const [key, given] of Object.entries(tools)) {
    if (include !== undefined && !include.includes(key)) continue;
    const tool = toolOf(given);
    if (tool === undefined)
      warnings.push(`${key} is left out: it is neither a function nor a tool`);
    else if (!writable.test(key))
      warnings.push(`${key} is left out: programs can't write this name`);
    else
      made.push({
        name: `${name}/${key}`,
        tool: approve === "all" ? { ...tool, needsApproval: true } : tool,
        parts: { description: tool.description, input: tool.signature, output: null, hints: null },
      });
  }
  const missing = (include ?? []).filter((key) => !Object.hasOwn(tools, key));
  warnings.push(...missing.map((key) => `${key} is missing: the module doesn't export it`));
  const listed = { tools: made, warnings };
  return { list: () => Promise.resolve(listed), close: () => Promise.resolve() };
}

const writable = /^[A-Za-z_][A-Za-z0-9_-]{0,59}$/;

function toolOf(given: unknown): Tool | undefined {
  if (typeof given === "function") return { execute: given as Tool["execute"] };
  return isObject(given) && typeof given["execute"] === "function"
    ? (given as unknown as Tool)
    : undefined;
}
