// Parses tool calls that a model wrote as text, in the forms of several families of small models. A
// provider would have turned them into real calls; as text, they show what the model wanted.

import { fromJson } from "@ptc/core/json";
import { isObject } from "@ptc/core/internal/host";

export interface WrittenCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** The longest text that is searched for calls, in UTF-16 units. */
const longestText = 200_000;

/**
 * The JSON of a call, or of a list of calls, follows each opening. The opening may contain the
 * name.
 */
const openings: readonly RegExp[] = [
  /<tool_call>/g,
  /<function_call>/g,
  /<function=([\w.-]{1,64})>/g,
  /\[TOOL_CALLS\] ?([\w.-]{1,64})?(?:\[ARGS\])?/g,
];

/** Returns the complete calls in a text. Empty if the text has no calls. */
export function writtenCalls(text: string): readonly WrittenCall[] {
  if (text.length > longestText) return [];
  for (const opening of openings) {
    const found = first(text.matchAll(opening)).flatMap((match) =>
      callsIn(text.slice(match.index + match[0].length), match[1]),
    );
    if (found.length > 0) return found;
  }
  const inChannel = callInChannel(text);
  return inChannel.length > 0 ? inChannel : callsIn(withoutFence(text.trim()), undefined);
}

const message = "<|message|>";

/** Parses `<|channel|>commentary to=functions.name <|message|>{…}`. */
function callInChannel(text: string): readonly WrittenCall[] {
  const at = text.indexOf(message);
  const before = at === -1 ? "" : text.slice(Math.max(0, at - 300), at);
  const [, name] = /\bto=(?:functions\.)?([\w.-]{1,64})[^=]*$/.exec(before) ?? [];
  return name === undefined ? [] : callsIn(text.slice(at + message.length), name);
}

function withoutFence(text: string): string {
  return text.startsWith("```") ? text.slice(text.indexOf("\n") + 1) : text;
}

/** Callers only distinguish one call from several, so a few are enough. */
const most = 3;

/** Returns only a few matches, because each may scan the whole rest of the text. */
function first(matches: Iterable<RegExpExecArray>): readonly RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  for (const match of matches) if (found.push(match) === most) break;
  return found;
}

function callsIn(text: string, name: string | undefined): readonly WrittenCall[] {
  const value = jsonAtStart(text.trimStart());
  if (name !== undefined) {
    const args = argumentsOf(value);
    return args === undefined ? [] : [{ name, args }];
  }
  return (Array.isArray(value) ? value.slice(0, most) : [value]).flatMap(callOf);
}

const nameFields = ["name", "tool", "tool_name"] as const;
const argumentFields = ["arguments", "parameters", "args", "input"] as const;

function callOf(value: unknown): readonly WrittenCall[] {
  if (!isObject(value)) return [];
  if (isObject(value["function"])) return callOf(value["function"]);
  const name = nameFields
    .map((field) => own(value, field))
    .find((each) => typeof each === "string");
  const given = argumentFields.map((field) => own(value, field)).find((each) => each !== undefined);
  const args = argumentsOf(given);
  return typeof name === "string" && name.length <= 64 && args !== undefined
    ? [{ name: name.replace(/^functions\./, ""), args }]
    : [];
}

/** Some models write the arguments as a string of JSON. */
function argumentsOf(value: unknown): WrittenCall["args"] | undefined {
  const read = typeof value === "string" ? jsonAtStart(value) : value;
  return isObject(read) ? read : undefined;
}

/** Parses the JSON at the start of a text, up to the bracket that closes its first one. */
function jsonAtStart(text: string): unknown {
  const end = endOfJson(text);
  if (end === undefined) return undefined;
  try {
    return fromJson(text.slice(0, end));
  } catch {
    return undefined;
  }
}

function endOfJson(text: string): number | undefined {
  if (!/^[{[]/.test(text)) return undefined;
  let depth = 0;
  for (const { 0: piece, index } of text.matchAll(/"(?:[^"\\]|\\[^]?)*(?:"|$)|[{}[\]]/g)) {
    if (piece === "{" || piece === "[") depth += 1;
    if (piece === "}" || piece === "]") depth -= 1;
    if (depth === 0) return index + 1;
  }
  return undefined;
}

function own(object: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
