// The thread that imports a module of tools, and sends the tools that `ptc mcp` would find in it.

import { pathToFileURL } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import { isObject } from "@ptc/core/internal/host";
import { shortened } from "@ptc/core/internal/printing";
import type { KnownTool, ModuleToolsAnswer } from "./module-tools.ts";

const mostTools = 5_000;
const longestText = 2_000;

async function answer(path: string): Promise<ModuleToolsAnswer> {
  try {
    const exported: unknown = await import(pathToFileURL(path).href);
    const tools = isObject(exported) ? (exported["tools"] ?? exported["default"]) : undefined;
    if (!isObject(tools)) return { problem: "it exports no tools" };
    return { tools: Object.entries(tools).slice(0, mostTools).flatMap(knownTool) };
  } catch (error) {
    return {
      problem: error instanceof Error ? shortened(error.message, longestText) : "it failed",
    };
  }
}

function knownTool([name, tool]: readonly [string, unknown]): readonly KnownTool[] {
  if (typeof tool === "function") return [{ name }];
  if (!isObject(tool) || typeof tool["execute"] !== "function") return [];
  const { description, signature } = tool;
  return [{ name, ...textOf("description", description), ...textOf("signature", signature) }];
}

function textOf<Name extends string>(name: Name, text: unknown): { readonly [_ in Name]?: string } {
  return typeof text === "string"
    ? ({ [name]: shortened(text, longestText) } as { readonly [_ in Name]?: string })
    : {};
}

parentPort?.postMessage(await answer(String(workerData)));
