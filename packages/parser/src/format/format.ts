// Lays out the source of a program: another text that reads as the same forms, with every comment
// and discard in its place.
import { OptionError } from "@ptc/core/errors";
import { assertKnownOptions } from "@ptc/core/internal/errors";
import { read as readItems } from "../generated/items.ts";
import { type ParseError, read, type ReadOptions } from "../index.ts";
import { laidOut } from "./layout.ts";
import { nodesOf } from "./node.ts";

/** The options of `format`. */
export interface FormatOptions extends ReadOptions {
  /** The columns of a line, 20 to 400, default 80. What cannot be broken may be longer. */
  readonly width?: number;
}

/** What `format` answers: the text laid out anew, or why the source cannot be read. */
export type FormatResult =
  | { readonly ok: true; readonly text: string }
  /** The source cannot be read, as `read` explains. */
  | { readonly ok: false; readonly error: ParseError };

const optionNames = ["width", "maxDepth", "maxSourceLength"] satisfies (keyof FormatOptions)[];

const widths = { default: 80, least: 20, most: 400 } as const;

/**
 * Lays out a source. Names, numbers, texts, comments and discards stay as they are written, in
 * their order; white space and commas are chosen anew, except that a blank line where a new line
 * begins anyway stays, and a comment stays on the line that it ends. The same forms, comments and
 * blank lines give the same text, so formatting twice changes nothing. Throws only an OptionError,
 * for an option that is unknown or out of range.
 */
export function format(source: string, options: FormatOptions = {}): FormatResult {
  assertKnownOptions(options, optionNames);
  const { width = widths.default, ...readOptions } = options;
  if (!Number.isInteger(width) || width < widths.least || width > widths.most)
    throw new OptionError(
      "width",
      `expected a whole number from ${widths.least} to ${widths.most}, got ${String(width)}`,
    );
  const forms = read(source, readOptions);
  if (!forms.ok) return forms;
  const items = readItems(source, Infinity);
  if (!items.ok) throw new Error("the grammar has read this source, and then refused it");
  const nodes = nodesOf({ text: source, longestWord: (width * 3) / 4 }, items.value, 0);
  return { ok: true, text: laidOut(nodes, width) };
}
