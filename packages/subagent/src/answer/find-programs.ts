// Finds the programs in a model's answer, and where they begin. If there are several blocks,
// `meantBlocks` decides which of them count.

import { programToolName } from "./program-tool.ts";
import { barePrograms } from "./bare-programs.ts";
import { cleanSource, withoutInvisible } from "./clean-source.ts";
import { codeBlocks, type CodeBlock } from "./code-blocks.ts";
import { isProgramTag } from "./code-fence.ts";
import { firstForm } from "./lisp-text.ts";
import { writtenCalls } from "./written-calls.ts";

/**
 * The programs of a text, the start of the first one in UTF-16 units, and the form it is written
 * in.
 */
export interface FoundPrograms {
  readonly programs: readonly string[];
  readonly start: number;
  readonly form: "block" | "bare" | "json";
}

const nothing: FoundPrograms = { programs: [], start: 0, form: "bare" };

/**
 * Returns the programs of a text. It looks for code blocks first, then for programs without a
 * fence, then for a program in a field of a JSON answer.
 */
export function findPrograms(text: string): FoundPrograms {
  const blocks = codeBlocks(text);
  const [first, ...others] = meantBlocks(blocks);
  if (first !== undefined)
    return {
      programs: distinct([
        ...[first, ...others].map((block) => block.text),
        ...(others.length === 0 ? returnsAfter(text, first, blocks) : []),
      ]),
      start: first.start,
      form: "block",
    };
  const bare = barePrograms(withoutBlocks(text, blocks).replaceAll("\r\n", " \n"));
  if (bare[0] !== undefined)
    return {
      programs: distinct(bare.map((program) => program.text)),
      start: bare[0].start,
      form: "bare",
    };
  return readJson(text, blocks) ?? readCall(text) ?? nothing;
}

/**
 * Returns the programs without a fence after a block that returns nothing, if they return
 * something. They would be the rest of its program.
 */
function returnsAfter(
  text: string,
  { end, text: program }: CodeBlock,
  blocks: readonly CodeBlock[],
): readonly string[] {
  const ending = /\((?:return|fail)[\s)]/;
  if (ending.test(program)) return [];
  return barePrograms(withoutBlocks(text, blocks).replaceAll("\r\n", " \n"))
    .filter(({ start, text: bare }) => start >= end && bare.search(ending) === 0)
    .map((bare) => bare.text);
}

/**
 * Returns the blocks that are meant as programs. If any block names a Lisp, only such blocks
 * count. Otherwise blocks of `edn` count, which usually hold data; otherwise blocks without a
 * name, which often show output. Blocks of other languages, empty blocks and blocks with only
 * comments never count. Of several blocks without a name, only those count that begin with a form.
 */
function meantBlocks(blocks: readonly CodeBlock[]): readonly CodeBlock[] {
  const full = blocks.filter((block) => firstForm(withoutInvisible(block.text)) !== undefined);
  const named = full.filter((block) => isProgramTag(block.tag));
  if (named.length > 0) return named;
  const data = full.filter((block) => block.tag === "edn");
  if (data.length > 0) return data;
  const unnamed = full.filter((block) => plainTags.has(block.tag));
  const forms = unnamed.filter((block) => block.text[firstForm(block.text) ?? 0] === "(");
  return unnamed.length > 1 && forms.length > 0
    ? forms
    : unnamed.filter((block) => block.tag === "" || forms.includes(block));
}

const plainTags: ReadonlySet<string> = new Set([
  "",
  "text",
  "txt",
  "plaintext",
  "plain",
  "code",
  "program",
  "repl",
]);

/** Returns the sources without repetitions: a program that the model wrote twice is one program. */
function distinct(sources: readonly string[]): string[] {
  return [...new Set(sources.map((source) => cleanSource(source).trim()))];
}

/** Returns the answer with line breaks in place of its blocks. */
function withoutBlocks(text: string, blocks: readonly CodeBlock[]): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end } of blocks) {
    pieces.push(text.slice(from, start), "\n".repeat(end - start));
    from = end;
  }
  return [...pieces, text.slice(from)].join("");
}

const programFields = ["program", "code", "source", "clojure"] as const;

/** Reads `{"program": "(return 1)"}`, the form that models use when they must answer in JSON. */
function readJson(text: string, blocks: readonly CodeBlock[]): FoundPrograms | undefined {
  const [block] = blocks;
  const json = block !== undefined && blocks.length === 1 ? block.text : text.trim();
  const object = json.startsWith("{") && json.endsWith("}") ? parsedObject(json) : undefined;
  if (object === undefined) return undefined;
  const found = programFields
    .map((name) =>
      Object.hasOwn(object, name) ? (object as Record<string, unknown>)[name] : undefined,
    )
    .filter((field) => typeof field === "string");
  const [source] = found;
  if (source === undefined || found.length > 1) return undefined;
  const inBlocks = meantBlocks(codeBlocks(source)).map((inner) => inner.text);
  const programs = distinct(
    inBlocks.length > 0 ? inBlocks : barePrograms(source).map((program) => program.text),
  );
  return { programs, start: 0, form: "json" };
}

/** Returns the program in a call of the native tool that a model wrote as text. */
function readCall(text: string): FoundPrograms | undefined {
  const [call, ...others] = writtenCalls(text);
  const source = call === undefined || others.length > 0 ? undefined : call.args["program"];
  if (call?.name !== programToolName || typeof source !== "string") return undefined;
  const programs = distinct(barePrograms(source).map((program) => program.text));
  return { programs, start: 0, form: "json" };
}

function parsedObject(json: string): object | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
