// Finds the part of an unfinished program that no continuation repairs. Such a mistake is
// detectable as soon as its form is complete.
//
//   (def a (undefined 1)) (def b …    the first form is whole, and wrong
//   (let [x [1 2)] …                  no continuation closes the bracket
//   (map (fn [x] (tool/unknwon {…     there will be no such tool
//
// It never guesses: if some continuation may be right, the result is undefined.

import type { Fail } from "@ptc/core/contracts";
import type { PrepareOptions } from "../options/run-options.ts";
import { outsideOfTexts, sourceOutline, type SourceOutline } from "./source-outline.ts";

/**
 * The maximum length to check in UTF-16 units. Programs aren't this long, and a text that is read
 * twice costs twice.
 */
const longestLooked = 200_000;

/** The mistakes of a source. */
type FailsOf = (source: string) => Promise<readonly Fail[]>;

/** See `unrecoverablePrefix` of `start.ts`, which passes its own `check`. */
export async function findPrefix(
  source: string,
  options: PrepareOptions,
  check: (part: string, options: PrepareOptions) => Promise<readonly Fail[]>,
): Promise<string | undefined> {
  // Callers in JavaScript may pass anything, which `check` reports.
  if (typeof (source as unknown) !== "string") await check(source, options);
  if (source.length > longestLooked) return undefined;
  const failsOf: FailsOf = (part) => check(part, options);
  const tools = new Set(Object.keys(options.tools ?? {}));
  const outline = sourceOutline(source);
  return (
    (await wrongText(source.slice(0, outline.whole), failsOf)) ??
    (await wrongForms(source.slice(0, outline.complete), failsOf)) ??
    (await wrongTool(source, outline, tools, failsOf))
  );
}

/** Returns `text` if it can't be read for another reason than a missing end. */
async function wrongText(text: string, failsOf: FailsOf): Promise<string | undefined> {
  const [fail] = await failsOf(text);
  const offset = fail?.details?.position?.offset;
  return fail?.reason === "parse_error" &&
    offset !== undefined &&
    offset < text.length &&
    !fail.message.startsWith("Unclosed") &&
    !mayContinue(text.slice(offset))
    ? text
    : undefined;
}

/** True for a prefix at the end of the text, such as `'`, which waits for its form. */
function mayContinue(rest: string): boolean {
  return !/[()[\]{}"]/.test(rest);
}

/**
 * Returns `text`, which contains only whole forms, if the analysis finds a mistake in it. Later
 * forms can't repair it, because the analysis of a form uses only the forms above it.
 */
async function wrongForms(text: string, failsOf: FailsOf): Promise<string | undefined> {
  if (text === "") return undefined;
  const fails = await failsOf(text);
  return fails.some(isLasting) ? text : undefined;
}

function isLasting({ reason }: Fail): boolean {
  return reason === "analysis_error" || reason === "tool_not_found";
}

/** Text that may mean a call isn't one: quoted, commented out, or a constant. */
const mayBeData = /['`]|#_|\b(?:quote|comment|case|condp)\b/;
const callOfTool = /\(tool\/([^\s,()[\]{}"';@^`~\\]+)(?=[\s,)({[:])/g;

/** Returns the source up to a call of an unknown tool in the open form. */
async function wrongTool(
  source: string,
  { complete, whole }: SourceOutline,
  tools: ReadonlySet<string>,
  failsOf: FailsOf,
): Promise<string | undefined> {
  const open = source.slice(complete, whole);
  if (mayBeData.test(open)) return undefined;
  const known = new Set(tools);
  const isOutside = outsideOfTexts(source, complete);
  for (const { 0: text, 1: name = "", index } of open.matchAll(callOfTool)) {
    if (known.has(name)) continue;
    // A name inside a string or a comment isn't a call.
    if (!isOutside(complete + index)) continue;
    // Check the call alone, because the incomplete code around it would be reported as wrong.
    // eslint-disable-next-line texts/shortened-texts -- replaced by spaces
    const before = source.slice(complete, complete + index).replace(/[^\n]/g, " ");
    const call = `${source.slice(0, complete)}${before}${text})`;
    const fails = await failsOf(call);
    if (fails.some(({ reason, op }) => reason === "tool_not_found" && op === `tool/${name}`))
      return call;
    known.add(name);
  }
  return undefined;
}
