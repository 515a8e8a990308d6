// Finds the part of an unfinished program that no continuation repairs. Such a mistake shows as soon
// as its form does.
//
//   (def a (undefined 1)) (def b …    the first form is whole, and wrong
//   (let [x [1 2)] …                  no continuation closes the bracket
//   (map (fn [x] (tool/unknwon {…     there will be no such tool
//
// It never guesses: if some continuation may be right, the result is undefined.

import type { Fail } from "@ptc/core/contracts";
import type { PrepareOptions } from "../options/run-options.ts";
import { outsideOfTexts, sourceOutline, type SourceOutline } from "./source-outline.ts";

/** UTF-16 units; nobody writes a program as long as this, and what is read twice costs twice. */
const longestLooked = 200_000;

/** The mistakes of a source. */
type FailsOf = (source: string) => Promise<readonly Fail[]>;

/** See `unrecoverablePrefix` of `start.ts`. `check` is the function of that name beside it. */
export async function findPrefix(
  source: string,
  options: PrepareOptions,
  check: (part: string, options: PrepareOptions) => Promise<readonly Fail[]>,
): Promise<string | undefined> {
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

/** A text that cannot be read, for another reason than that it has not ended. */
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

/** A prefix at the end of the text, such as `'`, waits for its form. */
function mayContinue(rest: string): boolean {
  return !/[()[\]{}"]/.test(rest);
}

/** Whole forms that are wrong: analysis looks at each with what stands above it only. */
async function wrongForms(text: string, failsOf: FailsOf): Promise<string | undefined> {
  if (text === "") return undefined;
  const fails = await failsOf(text);
  return fails.some(isLasting) ? text : undefined;
}

function isLasting({ reason }: Fail): boolean {
  return reason === "analysis_error" || reason === "tool_not_found";
}

/** What may keep a call from being one: quoted, left out, a constant. */
const mayBeData = /['`]|#_|\b(?:quote|comment|case|condp)\b/;
const callOfTool = /\(tool\/([^\s,()[\]{}"';@^`~\\]+)(?=[\s,)({[:])/g;

/** A call, in the form that is open, of a tool that there is not. */
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
    // A name within a string or a comment is no call.
    if (!isOutside(complete + index)) continue;
    // Alone: what is around it is not whole, and would be called wrong for that.
    const before = source.slice(complete, complete + index).replace(/[^\n]/g, " ");
    const call = `${source.slice(0, complete)}${before}${text})`;
    const fails = await failsOf(call);
    if (fails.some(({ reason, op }) => reason === "tool_not_found" && op === `tool/${name}`))
      return call;
    known.add(name);
  }
  return undefined;
}
