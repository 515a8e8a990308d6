// The setup of `ptc ask`: all that is needed to ask the same question again. It is stored as JSON
// while the mission waits, so that `ptc resume` can continue it.

import { isObject } from "@ptc/core/internal/host";
import { limitTable, type Limits } from "@ptc/lisp";

export interface AskSetup {
  readonly question: string;
  /** The folder in which relative paths start. */
  readonly folder: string;
  /** Modules with tools. */
  readonly tools: readonly string[];
  /** Values of `--context`, such as `orders=orders.csv`. */
  readonly contexts: readonly string[];
  readonly signature?: string;
  readonly maxTurns?: number;
  readonly limits: Partial<Limits>;
  /** A folder of libraries. */
  readonly libraries?: string;
  /** The value of `--model`. */
  readonly model?: string;
  /** The value of `--recording`. */
  readonly recording?: string;
}

/** Returns the setup in stored JSON, or undefined for anything else. */
export function storedSetup(json: unknown): AskSetup | undefined {
  if (!isObject(json)) return undefined;
  const { question, folder, tools, contexts, limits, maxTurns } = json;
  const isSetup =
    typeof question === "string" &&
    typeof folder === "string" &&
    isTexts(tools) &&
    isTexts(contexts) &&
    isObject(limits) &&
    Object.entries(limits).every(
      ([name, value]) => Object.hasOwn(limitTable, name) && typeof value === "number",
    ) &&
    (maxTurns === undefined || typeof maxTurns === "number") &&
    [json["signature"], json["model"], json["recording"], json["libraries"]].every(
      (text) => text === undefined || typeof text === "string",
    );
  return isSetup ? (json as unknown as AskSetup) : undefined;
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((text) => typeof text === "string");
}
