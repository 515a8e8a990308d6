// Writes a tool call as in a program, for messages that ask a model to make it.

import type { ToolArguments } from "@ptc/core/contracts";
import { printBounded } from "@ptc/core/printing";
import { fromHost } from "@ptc/core/values";
import { isHidden } from "./visible-data.ts";

/** The maximum length of the arguments in UTF-16 units. Longer calls aren't worth repeating. */
const longestArguments = 4_000;

/** Returns `(tool/find {:query "x"})`, or undefined if the arguments are long. */
export function writtenCall(tool: string, args: ToolArguments): string | undefined {
  const written = new WrittenArguments().text(args);
  if (written === undefined) return undefined;
  return `(tool/${tool}${written === "{}" ? "" : ` ${written}`})`;
}

/** Names that the reader reads as the same keyword. All others are written as strings. */
const plainName = /^[A-Za-z_][A-Za-z0-9_]{0,60}$/;

class WrittenArguments {
  private room = longestArguments;

  /** Writes plain data in the language's syntax, with fields sorted by name. */
  text(value: unknown): string | undefined {
    if (Array.isArray(value)) return this.joined(value, "[", "]", (item) => this.text(item));
    if (typeof value === "object" && value !== null) {
      const fields = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
      return this.joined(fields, "{", "}", ([name, item]) => {
        const key = plainName.test(name) ? this.taken(`:${name}`) : this.leaf(name);
        const written = key === undefined ? undefined : this.text(item);
        return written === undefined ? undefined : `${key ?? ""} ${written}`;
      });
    }
    return this.leaf(value);
  }

  private joined<Item>(
    items: readonly Item[],
    open: string,
    close: string,
    write: (item: Item) => string | undefined,
  ): string | undefined {
    const texts: string[] = [];
    for (const item of items) {
      const text = this.taken(" ") === undefined ? undefined : write(item);
      if (text === undefined) return undefined;
      texts.push(text);
    }
    return open + texts.join(" ") + close;
  }

  private leaf(value: unknown): string | undefined {
    // The printer writes it as 0, which is a different argument.
    if (Object.is(value, -0)) return this.taken("-0.0");
    // With all its digits, it would be an integer, which is a different value in a program.
    if (typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value))
      return this.taken(value.toExponential().replace("e+", "e"));
    const { text, truncated } = printBounded(fromHost(value), { maxCharacters: longestArguments });
    return truncated ? undefined : this.taken(harmless(text));
  }

  private taken(text: string): string | undefined {
    this.room -= text.length;
    return this.room < 0 ? undefined : text;
  }
}

/**
 * Escapes characters of a printed text that could open an envelope or are invisible. In strings of
 * the language, an escape means its character.
 */
function harmless(text: string): string {
  return text.replace(/[<\uFE64\uFF1C]|[^\x20-\x7e]/g, (unit) =>
    /[<\uFE64\uFF1C]/.test(unit) || /[\uD800-\uDFFF]/.test(unit) || isHidden(unit)
      ? `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`
      : unit,
  );
}
