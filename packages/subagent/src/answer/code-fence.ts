// Finds the fences of an answer that may open or close a code block. code-blocks.ts decides which
// of them do.

import { withoutInvisible } from "./clean-source.ts";

export interface Fence {
  /**
   * The start of the fence in the answer: the start of its line's indentation, or of its marks if
   * text precedes them on the line.
   */
  readonly start: number;
  /** The start of the block's text: after the line of the fence. */
  readonly end: number;
  /** The number of spaces before the marks. */
  readonly indentation: number;
  readonly mark: string;
  readonly length: number;
  /** The language that the fence names, in lower case. Empty if it names none. */
  readonly tag: string;
  /** Program text on the line of the fence itself. */
  readonly head: string;
  readonly opens: boolean;
  readonly closes: boolean;
  /**
   * Where the answer continues if this fence closes a block and text follows on its line: prose, a
   * full stop, a token of a chat template. Absent if only a language name follows, or nothing.
   */
  readonly textAfter?: number;
}

const programTags: ReadonlySet<string> = new Set([
  "clojure",
  "clj",
  "cljs",
  "cljc",
  "clojurescript",
  "lisp",
  "common-lisp",
  "commonlisp",
  "cl",
  "elisp",
  "emacs-lisp",
  "scheme",
  "racket",
  "ptc",
  "ptc-lisp",
  "ptc_lisp",
  "ptclisp",
]);

/** True if the tag names a Lisp, so that the block is meant as a program. */
export function isProgramTag(tag: string): boolean {
  return programTags.has(tag);
}

/** Returns the fences of an answer, in order. */
export function fencesIn(answer: string): Fence[] {
  const fences: Fence[] = [];
  for (let start = 0; start < answer.length;) {
    const newline = answer.indexOf("\n", start);
    const end = newline === -1 ? answer.length : newline + 1;
    const line = answer.slice(start, end);
    if (line.includes("```") || line.includes("~~~")) {
      const fence =
        lineFence(line, start, end) ??
        tagBehindText(line, start, end) ??
        closeBehindCode(line, start, end);
      if (fence !== undefined) fences.push(fence);
    }
    start = end;
  }
  return fences;
}

const wholeLine = /^([\s\u00AD\u180E\u200B-\u200F\u2060-\u2064]*)(`{3,}|~{3,})([^]*)$/;

/**
 * Parses a line that begins with the marks. After them comes a tag, attributes (ignored), or the
 * program itself.
 */
function lineFence(line: string, start: number, end: number): Fence | undefined {
  const [, margin, marks, rest] = wholeLine.exec(line) ?? [];
  if (margin === undefined || marks === undefined || rest === undefined) return undefined;
  const info = withoutInvisible(rest).trim();
  const indentation = spacesAtEnd(margin);
  const { tag, head } = infoOf(info);
  const hasText = info !== "" && !isProgramTag(tag) && !isLanguageName(info);
  return {
    start: start + margin.length - indentation,
    end,
    indentation,
    ...marksOf(marks),
    tag,
    head,
    opens: true,
    closes: info === "",
    ...(hasText ? { textAfter: start + margin.length + marks.length } : {}),
  };
}

/** True for a name of a language or file, perhaps with attributes such as `{.clojure}` or `a=b`. */
function isLanguageName(info: string): boolean {
  const [name = "", ...attributes] = info.split(/\s+/);
  return (
    /^[{.]*[A-Za-z][\w+#:./-]*\}*$/.test(name) &&
    !name.endsWith(".") &&
    attributes.every((attribute) => /[=}]/.test(attribute) || /^[.#]/.test(attribute))
  );
}

/**
 * Parses a fence after other text on its line, such as `Here it is: ```clojure`. It counts only if
 * it names a Lisp.
 */
function tagBehindText(line: string, start: number, end: number): Fence | undefined {
  const marks = line.lastIndexOf("```");
  const tag = withoutInvisible(line.slice(marks + 3))
    .trim()
    .toLowerCase();
  return marks === -1 || !isProgramTag(tag)
    ? undefined
    : {
        start: start + marks,
        end,
        indentation: 0,
        mark: "`",
        length: 3,
        tag,
        head: "",
        opens: true,
        closes: false,
      };
}

/**
 * Parses a closing fence after code on its line, such as `(return x)```. Text may follow, as in
 * `(return x)``` returns it.`
 */
function closeBehindCode(line: string, start: number, end: number): Fence | undefined {
  const marks = line.lastIndexOf("```");
  if (marks === -1) return undefined;
  let first = marks;
  while (line[first - 1] === "`") first--;
  const isAtEnd = withoutInvisible(line.slice(marks + 3)).trim() === "";
  return {
    start: start + first,
    end,
    indentation: 0,
    mark: "`",
    length: marks + 3 - first,
    tag: "",
    head: "",
    opens: false,
    closes: isAtEnd,
    ...(isAtEnd ? {} : { textAfter: start + marks + 3 }),
  };
}

function spacesAtEnd(text: string): number {
  let start = text.length;
  while (text[start - 1] === " " || text[start - 1] === "\t") start--;
  return text.length - start;
}

function infoOf(info: string): { readonly tag: string; readonly head: string } {
  const [, tag = "", rest = ""] = /^[{.]*([A-Za-z][\w+-]*)?([^]*)$/.exec(info) ?? [];
  const head = rest.trim();
  return { tag: tag.toLowerCase(), head: head.startsWith("(") ? head : "" };
}

function marksOf(marks: string): Pick<Fence, "mark" | "length"> {
  return { mark: marks.charAt(0), length: marks.length };
}
