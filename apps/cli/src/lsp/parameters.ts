// Reads the parameters of a client's messages, which may have any form.

import { isObject } from "@ptc/core/internal/host";
import type { Position } from "./line-table.ts";

const longestUri = 8_192;

export function field(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

export function textField(value: unknown, name: string): string | undefined {
  const text = field(value, name);
  return typeof text === "string" ? text : undefined;
}

/** Returns `textDocument.uri`. */
export function uriOf(parameters: unknown): string | undefined {
  const uri = textField(field(parameters, "textDocument"), "uri");
  return uri === undefined || uri.length > longestUri ? undefined : uri;
}

/** Returns `position`, with whole numbers from zero. */
export function positionOf(parameters: unknown): Position | undefined {
  const position = field(parameters, "position");
  const [line, character] = [field(position, "line"), field(position, "character")];
  return isIndex(line) && isIndex(character) ? { line, character } : undefined;
}

/** Returns the text of a change; with full synchronization, the last one is the whole document. */
export function changedText(parameters: unknown): string | undefined {
  const changes = field(parameters, "contentChanges");
  const last: unknown = Array.isArray(changes) ? changes.at(-1) : undefined;
  // A part of a document can't be applied: this server announced that it takes whole ones.
  return field(last, "range") === undefined ? textField(last, "text") : undefined;
}

/** Returns the version of a document, which is unknown if the client sends something else. */
export function versionOf(parameters: unknown): number | undefined {
  const version = field(field(parameters, "textDocument"), "version");
  return Number.isSafeInteger(version) ? (version as number) : undefined;
}

function isIndex(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
