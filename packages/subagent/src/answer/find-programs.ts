// Finds the programs in a model's answer, and where they begin. If there are several blocks,
// `meantBlocks` decides which of them count.

import { programToolName } from "./program-tool.ts";
import { barePrograms } from "./bare-programs.ts";
import { cleanSource, withoutInvisible } from "./clean-source.ts";
import { codeBlocks, type CodeBlock } from "./code-blocks.ts";
import { isProgramTag } from "./code-fence.ts";
import { firstForm } from "./lisp-text.ts";
import { withBlanks, type Stretch } from "./stretch.ts";
import { wholeCalls, wrappedCalls, type WrittenCall, type WrittenCalls } from "./written-calls.ts";

/**
 * The programs of a text, the start of the first one in UTF-16 units, and the form it is written
 * in.
 */
export interface FoundPrograms {
  readonly programs: readonly string[];
  /** The forms in which programs and calls are written, if there are several. */
  readonly forms?: readonly string[];
  readonly start: number;
  readonly form: "block" | "bare" | "json";
  /** True if a program is marked as one: by a block that names a Lisp, or by a call. */
  readonly isNamed: boolean;
}

/** A program in one of the forms, or a call of another tool in its place. */
interface Candidate {
  readonly form: string;
  readonly program: string | undefined;
}

const inBlock = "a code block";
const withoutFence = "a program without a fence";

const nothing: FoundPrograms = { programs: [], start: 0, form: "bare", isNamed: false };

/**
 * Returns the programs of a text. It looks for code blocks, calls and programs without a fence. If
 * there are none, it looks for a program in a field of a JSON answer.
 */
export function findPrograms(text: string): FoundPrograms {
  const allBlocks = codeBlocks(text);
  const calls = callsOutside(text, allBlocks);
  const blocks = allBlocks.filter(({ start }) => !calls.some((call) => isWithin(start, call)));
  const meant = meantBlocks(blocks);
  const [block, ...others] = meant;
  const called = calls.flatMap((found) => found.calls.map((call) => calledProgram(found, call)));
  if (block !== undefined)
    return found(
      [
        ...meant.map((each) => ({ form: inBlock, program: each.text })),
        ...called,
        ...(others.length === 0 ? returnsAfter(text, block, blocks) : []).map((program) => ({
          form: withoutFence,
          program,
        })),
      ],
      { start: block.start, form: "block", isNamed: isProgramTag(block.tag) || called.length > 0 },
    );
  const covered = [...blocks, ...calls].toSorted((left, right) => left.start - right.start);
  const bare = barePrograms(withoutParts(text, covered));
  const candidates = [
    ...called,
    ...bare.map(({ text: program }) => ({ form: withoutFence, program })),
  ];
  if (candidates.some(({ program }) => program !== undefined))
    return found(candidates, {
      start: bare[0]?.start ?? 0,
      form: calls.length === 0 ? "bare" : "json",
      isNamed: called.length > 0,
    });
  return readJson(text, blocks) ?? readCall(text) ?? nothing;
}

function found(
  candidates: readonly Candidate[],
  place: Pick<FoundPrograms, "start" | "form" | "isNamed">,
): FoundPrograms {
  const programs = distinct(
    candidates.map(({ program }) => program).filter((program) => program !== undefined),
  );
  const forms = [...new Set(candidates.map((candidate) => candidate.form))];
  const hasOthers = candidates.some(({ program }) => program === undefined);
  const isAmbiguous = programs.length > 1 || hasOthers;
  if (isAmbiguous && hasOthers && forms.length === 1) return nothing;
  // Blocks and programs without a fence are counted together.
  const isNamed = isAmbiguous && forms.some((each) => each !== inBlock && each !== withoutFence);
  return { programs, ...place, ...(isNamed && forms.length > 1 ? { forms } : {}) };
}

/**
 * Returns the calls outside of code blocks and of programs without a fence. Within those they are
 * data.
 */
function callsOutside(text: string, blocks: readonly CodeBlock[]): readonly WrittenCalls[] {
  const calls = wrappedCalls(text).filter(
    ({ start }) => !blocks.some((block) => isWithin(start, block) && start !== block.start),
  );
  if (calls.length === 0) return calls;
  const bare = barePrograms(withoutParts(text, blocks));
  return calls.filter(
    (call) =>
      !bare.some(
        ({ start, text: program }) => start < call.start && call.start < start + program.length,
      ),
  );
}

function isWithin(at: number, { start, end }: { readonly start: number; readonly end: number }) {
  return start <= at && at < end;
}

function calledProgram({ form }: WrittenCalls, { name, args }: WrittenCall): Candidate {
  const source = name === programToolName ? args["program"] : undefined;
  const program = typeof source === "string" ? argumentProgram(source).trim() : "";
  return { form, program: cleanSource(program).trim() === "" ? undefined : program };
}

/** Returns the program in the argument of a call. Some models put it in a code block. */
function argumentProgram(source: string): string {
  const [block, ...others] = source.trimStart().startsWith("```")
    ? meantBlocks(codeBlocks(source))
    : [];
  return block !== undefined && others.length === 0 ? block.text : source;
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
  return barePrograms(withoutParts(text, blocks))
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

/** Returns the answer with line breaks in place of these parts, and without carriage returns. */
function withoutParts(text: string, parts: readonly Stretch[]): string {
  return withBlanks(text, parts, "\n").replaceAll("\r\n", " \n");
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
  return { programs, start: 0, form: "json", isNamed: false };
}

/** Returns the program in a call of the native tool that a model wrote as text. */
function readCall(text: string): FoundPrograms | undefined {
  const [call, ...others] = wholeCalls(text);
  const source = call === undefined || others.length > 0 ? undefined : call.args["program"];
  if (call?.name !== programToolName || typeof source !== "string") return undefined;
  const programs = distinct([argumentProgram(source)]).filter((program) => program !== "");
  return { programs, start: 0, form: "json", isNamed: true };
}

function parsedObject(json: string): object | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
