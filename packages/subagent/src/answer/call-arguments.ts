// Reads the arguments of calls that models wrote as text: JSON, pairs of tags, and Python.

import { isObject } from "@ptc/core/internal/host";
import { fromModelJson } from "@ptc/llm/adapter";
import { partEnd } from "./lisp-text.ts";

export interface WrittenCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** The calls that begin at a position, and where they end. */
export interface ReadCalls {
  readonly calls: readonly WrittenCall[];
  readonly end: number;
}

/** Callers only distinguish one call from several, so a few are enough. */
const mostCalls = 3;

/** Reads JSON at `start`: the arguments of `name`, or without a name a call or a list of calls. */
export function jsonCalls(text: string, start: number, name?: string): ReadCalls | undefined {
  const at = skipped(text, start, /(?:\s|```(?:json)?\n)*/y);
  const end = endOfJson(text, at);
  const value = end === undefined ? undefined : parsed(text.slice(at, end));
  if (end === undefined || value === undefined) return undefined;
  const args = name === undefined ? undefined : argumentsOf(value);
  const calls =
    name !== undefined
      ? args === undefined
        ? []
        : [{ name, args }]
      : (Array.isArray(value) ? value.slice(0, mostCalls) : [value]).flatMap(callOf);
  return calls.length === 0 ? undefined : { calls, end };
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
  const read = typeof value === "string" ? parsed(value) : value;
  return isObject(read) ? read : undefined;
}

function parsed(json: string): unknown {
  try {
    return fromModelJson(json);
  } catch {
    return undefined;
  }
}

/** Returns the position after the bracket that closes the JSON at `start`. */
function endOfJson(text: string, start: number): number | undefined {
  if (!/[{[]/.test(text[start] ?? "")) return undefined;
  const pieces = /"(?:[^"\\]|\\[^]?)*(?:"|$)|[{}[\]]/g;
  pieces.lastIndex = start;
  let depth = 0;
  for (let found = pieces.exec(text); found !== null; found = pieces.exec(text)) {
    const [piece] = found;
    if (piece === "{" || piece === "[") depth += 1;
    if (piece === "}" || piece === "]") depth -= 1;
    if (depth === 0) return pieces.lastIndex;
  }
  return undefined;
}

function own(object: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/**
 * The opening of an argument: `<parameter name="p">`, `<parameter=p>`,
 * `<arg_key>p</arg_key><arg_value>`, or in old prompts of Claude `<p>`.
 */
const argument =
  /\s*(?:<(?:[\w\uFF5C|-]{1,20}[:\uFF5C|])?parameter(?:\s+name="([\w.-]{1,64})"|=([\w.-]{1,64}))[^<>\n]{0,80}>|<arg_key>\s*([\w.-]{1,64})\s*<\/arg_key>\s*<arg_value>|<([A-Za-z_][\w-]{0,63})>)/y;

const closingArgument = /<\/(?:[\w\uFF5C|-]{1,20}[:\uFF5C|])?parameter>/g;

/** A tag at the end of a call or of its list of arguments. */
const closingCall =
  /\s*<\/(?:[\w\uFF5C|-]{1,20}[:\uFF5C|])?(?:invoke|function|tool_call|function_call|parameters)>/y;

/**
 * Reads arguments in tags at `start`. An argument that isn't closed extends to the end of the text,
 * because the answer was cut off in it. Undefined if two arguments have one name.
 */
export function taggedArguments(text: string, start: number, name: string): ReadCalls | undefined {
  const args: [string, string][] = [];
  let at = start;
  for (;;) {
    const opening = matched(argument, text, at);
    const groups: readonly (string | undefined)[] = opening?.slice(1) ?? [];
    const key = groups.find((each) => each !== undefined);
    if (opening === undefined || key === undefined) break;
    const from = at + opening[0].length;
    const closing = closingOf(opening);
    const [to, end] = closingIn(text, from, closing) ?? [text.length, text.length];
    args.push([key, withoutMargins(text.slice(from, to))]);
    at = end;
  }
  const end = closedEnd(text, at);
  if (args.length === 0 && end === at) return undefined;
  if (new Set(args.map(([key]) => key)).size < args.length) return undefined;
  return { calls: [{ name, args: Object.fromEntries(args) }], end };
}

function closingOf([, spaced, assigned, key, child = ""]: readonly (
  string | undefined
)[]): Closing {
  if (spaced !== undefined || assigned !== undefined) return closingArgument;
  return key === undefined ? `</${child}>` : "</arg_value>";
}

function closedEnd(text: string, start: number): number {
  let at = start;
  for (let tag = matched(closingCall, text, at); tag !== undefined;) {
    at += tag[0].length;
    tag = matched(closingCall, text, at);
  }
  return at;
}

/** A closing tag, or a global pattern of it. */
export type Closing = string | RegExp;

/** Returns the range of the first closing tag at or after `from`. */
function nextClosing(
  text: string,
  from: number,
  closing: Closing,
): readonly [start: number, end: number] | undefined {
  if (typeof closing === "string") {
    const at = text.indexOf(closing, from);
    return at === -1 ? undefined : [at, at + closing.length];
  }
  closing.lastIndex = from;
  const found = closing.exec(text);
  return found === null ? undefined : [found.index, found.index + found[0].length];
}

/**
 * Returns where the text before `closing` ends, and where the text continues after it. A closing
 * tag in a string of a program doesn't count, unless there is no other.
 */
export function closingIn(
  text: string,
  start: number,
  closing: Closing,
): readonly [to: number, end: number] | undefined {
  const first = nextClosing(text, start, closing);
  let position = start;
  for (let found = first; found !== undefined; found = nextClosing(text, found[1], closing)) {
    const [at] = found;
    while (position < at) {
      // A comment ends at the tag, because a program on one line may end with a comment.
      const end = text[position] === ";" ? position : partEnd(text, position);
      position = Math.max(end, position + 1);
    }
    if (position === at) return found;
  }
  return first;
}

/** Removes the line breaks around the value of an argument, and a CDATA section. */
function withoutMargins(text: string): string {
  const value = text.trim();
  return value.startsWith("<![CDATA[") && value.endsWith("]]>") ? value.slice(9, -3).trim() : value;
}

const pythonCall = /\s*(?:print\(\s*)?(?:[A-Za-z_]\w{0,40}\.){0,3}([A-Za-z_][\w-]{0,63})\(\s*/y;
const pythonName = /\s*([A-Za-z_]\w{0,63})\s*=\s*/y;
const pythonAfter = /\s*(,?)\s*(\)?)/y;
const pythonScalar = /(?:-?\d+(?:\.\d+)?|True|False|None)(?=\s*[,)])/y;
const pythonQuote = /[rRuU]?("""|'''|"|')/y;

const scalars: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["True", true],
  ["False", false],
  ["None", null],
]);

/** Reads `print(name(key="…"))`. Values are strings, numbers, True, False or None. */
export function pythonCalls(text: string, start: number): ReadCalls | undefined {
  const opening = matched(pythonCall, text, start);
  if (opening === undefined) return undefined;
  const [whole, name = ""] = opening;
  const args: [string, unknown][] = [];
  let at = start + whole.length;
  for (let isOpen = text[at] !== ")"; isOpen;) {
    const key = matched(pythonName, text, at);
    if (key?.[1] === undefined) return undefined;
    at += key[0].length;
    const value = pythonString(text, at) ?? matched(pythonScalar, text, at)?.[0];
    if (value === undefined) return undefined;
    at += value.length;
    args.push([key[1], pythonValue(value)]);
    const after = matched(pythonAfter, text, at);
    if (after === undefined || (after[1] === "" && after[2] === "")) return undefined;
    at += after[0].length;
    isOpen = after[2] === "";
    if (!isOpen) at -= 1;
  }
  return {
    calls: [{ name, args: Object.fromEntries(args) }],
    end: at + (matched(/[)\s]*/y, text, at)?.[0].length ?? 0),
  };
}

/** Returns the literal of a string at `start`, with its quotes. */
function pythonString(text: string, start: number): string | undefined {
  const [opening = "", marks = ""] = matched(pythonQuote, text, start) ?? [];
  if (marks === "") return undefined;
  for (let at = start + opening.length; at < text.length; at++) {
    if (text.startsWith(marks, at)) return text.slice(start, at + marks.length);
    if (text[at] === "\\") at++;
    else if (text[at] === "\n" && marks.length === 1) return undefined;
  }
  return undefined;
}

function pythonValue(source: string): unknown {
  const quote = /^[rRuU]?("""|'''|"|')/.exec(source);
  if (quote === null) return scalars.has(source) ? scalars.get(source) : Number(source);
  const [opening, marks = ""] = quote;
  const inside = source.slice(opening.length, -marks.length);
  return /^[rR]/.test(source) ? inside : inside.replace(/\\([^])/g, pythonEscape);
}

const escapes: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
  ["\n", ""],
]);

/** Python keeps the backslash of unknown escapes. */
function pythonEscape(whole: string, character: string): string {
  return escapes.get(character) ?? (/[\\'"]/.test(character) ? character : whole);
}

function skipped(text: string, at: number, pattern: RegExp): number {
  return at + (matched(pattern, text, at)?.[0].length ?? 0);
}

/** Matches a sticky pattern at a position. */
function matched(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}
