// Writes arguments as JSON text, with every digit of an integer.

import { toJson } from "@ptc/core/json";
import { HostFile } from "@ptc/core/values";
import { wrongArguments } from "./failures.ts";

/** @throws ToolFailure for a file */
export function jsonText(value: unknown): string {
  assertNoFile(value);
  return toJson(value, { bigint: "number" });
}

function assertNoFile(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  if (HostFile.is(value)) throw wrongArguments("JSON can't contain a file");
  for (const part of Object.values(value)) assertNoFile(part);
}
