// Results as lines of JSON. They come back from stores and files, so each field is checked.

import { fromJson } from "@ptc/core/json";
import { isObject } from "@ptc/core/internal/host";
import type { EvalResult } from "./eval-result.ts";

/** Returns a result as one line of JSON. */
export function resultLine(result: EvalResult): string {
  return JSON.stringify(result);
}

const texts = ["case", "variant", "outcome", "caseVersion"] as const;
const counts = [
  ...["repeat", "score", "turns", "repairs", "requests"],
  ...["toolCalls", "failedCalls", "toolBytes", "durationMs"],
];

/** Returns the result in a line, or undefined for anything else. */
export function readResult(line: string): EvalResult | undefined {
  let json: unknown;
  try {
    json = fromJson(line);
  } catch {
    return undefined;
  }
  if (!isObject(json)) return undefined;
  const isResult =
    texts.every((name) => typeof json[name] === "string") &&
    counts.every((name) => isCount(json[name])) &&
    ["passed", "failed", "errored"].includes(json["outcome"] as string) &&
    ["cost", "judgeCost", "waitedMs"].every(
      (name) => json[name] === undefined || isCount(json[name]),
    ) &&
    isTokens(json["tokens"]) &&
    Array.isArray(json["scores"]) &&
    json["scores"].every((score) => isObject(score) && typeof score["name"] === "string") &&
    isTextCosts(json["textCosts"]) &&
    ["reason", "problem", "traceId", "promptVersion", "answer", "divergence"].every(
      (name) => json[name] === undefined || typeof json[name] === "string",
    );
  return isResult ? (json as unknown as EvalResult) : undefined;
}

function isCount(value: unknown): boolean {
  return typeof value === "number" && value >= 0 && value < Infinity;
}

function isTokens(value: unknown): boolean {
  return (
    value === undefined ||
    (isObject(value) && ["input", "output", "cached"].every((name) => isCount(value[name])))
  );
}

function isTextCosts(value: unknown): boolean {
  return (
    value === undefined ||
    (Array.isArray(value) &&
      value.every(
        (cost) =>
          isObject(cost) &&
          ["error", "tool", "prompt"].includes(cost["kind"] as string) &&
          typeof cost["text"] === "string" &&
          isCount(cost["turns"]),
      ))
  );
}
