// Parses JSON that a model wrote, such as the arguments of a call. Models leave line feeds and tabs
// in strings unescaped, above all in programs.

import { fromJson } from "@ptc/core/json";

/**
 * Returns the value of JSON text, with exact integers. Control characters in strings are read as if
 * they were escaped. Time is proportional to the text.
 * @throws SyntaxError or RangeError for other text
 */
export function fromModelJson(text: string): unknown {
  try {
    return fromJson(text);
  } catch (error) {
    const escaped = withEscapedControls(text);
    if (escaped === text) throw error;
    return fromJson(escaped);
  }
}

/** The arguments of a call in the form of a `ToolCallPart`. */
export interface CallInput {
  readonly input: unknown;
  readonly malformedInput?: string;
}

/**
 * Returns the arguments of a call from their text. Some servers send an object as JSON in a JSON
 * string. Text that isn't JSON is `malformedInput`.
 */
export function callInput(text: string): CallInput {
  try {
    const input = fromModelJson(text);
    return { input: typeof input === "string" ? objectIn(input) : input };
  } catch {
    return { input: null, malformedInput: text };
  }
}

/** Returns the object that a string contains as JSON, or the string itself. */
function objectIn(text: string): unknown {
  if (!/^\s*\{/.test(text)) return text;
  try {
    return fromModelJson(text);
  } catch {
    return text;
  }
}

function withEscapedControls(text: string): string {
  const pieces: string[] = [];
  let isString = false;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) isString = !isString;
    else if (isString && code === backslash && !(text.charCodeAt(at + 1) < space)) at++;
    else if (isString && (code < space || code === backslash)) {
      // A backslash before a line feed only continues the line.
      const escaped = code === backslash ? "" : JSON.stringify(text[at]).slice(1, -1);
      pieces.push(text.slice(from, at), escaped);
      from = at + 1;
    }
  }
  return from === 0 ? text : [...pieces, text.slice(from)].join("");
}

const quote = 0x22;
const backslash = 0x5c;
const space = 0x20;
