// Formats the source of a program. The result reads as the same forms and keeps every comment and
// discard.
import { assertKnownOptions, wholeNumber } from "@ptc/core/internal/errors";
import { read as readItems } from "../generated/items.ts";
import { type ParseError, read, type ReadOptions } from "../index.ts";
import { laidOut } from "./layout.ts";
import { nodesOf } from "./node.ts";

/** The options of `format`. */
export interface SourceFormatOptions extends ReadOptions {
  /** The columns of a line: 20 to 400, default 80. Unbreakable text may be longer. */
  readonly width?: number;
}

/** The result of `format`: the formatted text, or why the source can't be read. */
export type FormatResult =
  | { readonly ok: true; readonly text: string; readonly error?: undefined }
  /** The source can't be read; `error` is as in `read`. */
  | { readonly ok: false; readonly error: ParseError };

const optionNames = [
  "width",
  "maxDepth",
  "maxSourceLength",
] satisfies (keyof SourceFormatOptions)[];

const widths = { default: 80, least: 20, most: 400 } as const;

/**
 * Formats a source. Keeps names, numbers, texts, comments and discards as written and in order.
 * Replaces white space and commas, but keeps blank lines where a line begins anyway, and keeps
 * comments at the end of their lines. Sources with the same forms, comments and blank lines give
 * the same text, so formatting is idempotent. Throws only an OptionError, for an option that is
 * unknown or out of range.
 */
export function format(source: string, options: SourceFormatOptions = {}): FormatResult {
  assertKnownOptions(options, optionNames);
  const { width = widths.default, ...readOptions } = options;
  wholeNumber("width", width, widths.least, widths.most);
  const forms = read(source, readOptions);
  if (!forms.ok) return forms;
  const items = readItems(source, Infinity);
  if (!items.ok) throw new Error("the grammar read this source, then rejected it");
  const nodes = nodesOf({ text: source, longestWord: (width * 3) / 4 }, items.value, 0);
  return { ok: true, text: laidOut(nodes, width) };
}
