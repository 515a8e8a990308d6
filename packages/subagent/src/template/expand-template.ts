// Fills a template with the values of a context. A value is data: it is not expanded again, it
// cannot close a data envelope, and firewalled fields in it are not shown. A file stands in the
// text as a short mark, and is attached to the message.

import { MapValue, Vector, getField, type HostFile, type Value } from "@ptc/core/values";
import { firewalledMarker, hostFileOf } from "@ptc/core/internal/values";
import { oneLine } from "@ptc/core/internal/errors";
import { Firewall } from "@ptc/core/firewall";
import { printBounded } from "@ptc/core/printing";
import { AttachedFiles } from "../files/attached-files.ts";
import { FileCrossing } from "../files/file-crossing.ts";
import { withMarks } from "../files/marked-value.ts";
import { escapeEnvelopes } from "../preview/data-envelope.ts";
import type { Template, TemplateNode } from "./parse-template.ts";

export type ExpandTemplateResult =
  | {
      readonly ok: true;
      readonly text: string;
      /** The files that the text has marks of, in their order. */
      readonly files: readonly HostFile[];
    }
  | { readonly ok: false; readonly message: string };

export interface ExpandTemplateOptions {
  /** Shows values that are no texts whole, and not only their beginnings. */
  readonly wholeValues?: boolean;
}

/**
 * The longest one value that is not a text may be, and the longest the whole text may be, in UTF-16
 * units.
 */
const longestValue = 500;
const longestText = 1_000_000;
const longestName = 60;
/**
 * How many parts of the template are looked at at most, each as often as its section is expanded.
 * It bounds sections that add nothing to the text.
 */
const mostVisits = 200_000;

/**
 * Fills a template. Placeholders without a value are an error that names all of them; a section
 * without a value is empty.
 */
export function expandTemplate(
  template: Template,
  context: Readonly<Record<string, unknown>>,
  firewall = new Firewall(),
  { wholeValues = false }: ExpandTemplateOptions = {},
): ExpandTemplateResult {
  const expanded = (): Expansion => {
    const crossing = new FileCrossing(firewall);
    const expansion = new Expansion(crossing, firewall, wholeValues);
    expansion.nodes(template, [crossing.fromHost(context)]);
    return expansion;
  };
  const first = expanded();
  // What stands in firewalled fields is known when all values have been read.
  const expansion = first.attached.holdsHidden ? expanded() : first;
  if (expansion.missing.size > 0)
    return { ok: false, message: missingText([...expansion.missing], Object.keys(context)) };
  if (expansion.isTooLong) return tooLong;
  // What cannot be seen is written as an escape, which is longer.
  const text = expansion.expanded();
  if (text.length > longestText) return tooLong;
  const { files, problem } = expansion.attached;
  return problem === undefined ? { ok: true, text, files } : { ok: false, message: problem };
}

const tooLong: ExpandTemplateResult = {
  ok: false,
  message: `the prompt is too large (more than ${String(longestText)} characters, or ${String(mostVisits)} elements): leave data to the programs, they read it as data/…`,
};

class Expansion {
  readonly missing = new Set<string>();
  readonly attached: AttachedFiles;
  /** Texts of the template and of values in turn. */
  private readonly pieces: { readonly text: string; readonly isValue: boolean }[] = [];
  private length = 0;
  private readonly crossing: FileCrossing;
  private readonly firewall: Firewall;
  private readonly wholeValues: boolean;
  private visits = 0;
  /** Elements of values that were looked through for files. */
  private looked = 0;

  constructor(crossing: FileCrossing, firewall: Firewall, wholeValues: boolean) {
    this.crossing = crossing;
    this.attached = new AttachedFiles(firewall);
    this.firewall = firewall;
    this.wholeValues = wholeValues;
  }

  /**
   * The whole text. What stands in firewalled fields is known only when all values have been read,
   * so values are masked here; the template is what the host itself says to the model.
   */
  expanded(): string {
    return this.pieces
      .map(({ text, isValue }) => (isValue ? escapeEnvelopes(text, this.firewall) : text))
      .join("");
  }

  private add(text: string, isValue: boolean): void {
    this.length += text.length;
    this.pieces.push({ text, isValue });
  }

  get isTooLong(): boolean {
    return this.length > longestText || this.visits > mostVisits;
  }

  /**
   * Expands nodes. `scopes` are the context and the elements of the enclosing sections, the
   * innermost last.
   */
  nodes(nodes: readonly TemplateNode[], scopes: readonly Value[]): void {
    for (const node of nodes) {
      this.visits += 1;
      if (this.isTooLong) return;
      if (node.type === "text") this.add(node.text, false);
      else if (node.type === "placeholder") this.placeholder(node.path, node.source, scopes);
      else this.section(node, scopes);
    }
  }

  private placeholder(path: readonly string[], source: string, scopes: readonly Value[]): void {
    const value = find(path, scopes);
    if (value === undefined) this.missing.add(source);
    else if (path.some((name) => this.firewall.hides(name))) this.add(firewalledMarker, false);
    else this.value(value);
  }

  private value(value: Value): void {
    const files = filesOf(value);
    if (files === undefined) this.add(this.shownValue(value), true);
    else this.add(files.map((file) => this.attached.mark(file)).join(" "), false);
  }

  /** The text of a value: strings unchanged, anything else as a program would print it. */
  private shownValue(value: Value): string {
    // One character more than fits: then the whole text is too long, and is refused.
    if (typeof value === "string") return value.slice(0, longestText + 1);
    const printed = this.printed(value);
    // Where all of a value is shown, it has been read, and the files in it are attached too.
    return this.wholeValues && this.crossing.mayHaveFiles
      ? this.printed(this.marked(value))
      : printed;
  }

  private marked(value: Value): Value {
    return withMarks(value, {
      mark: (file) => this.attached.mark(file),
      firewall: this.firewall,
      // Each element takes a character of the text.
      visit: () => ++this.looked <= longestText,
    });
  }

  private printed(value: Value): string {
    const { text, truncated } = printBounded(value, {
      maxCharacters: this.wholeValues ? longestText : longestValue,
      hideFirewalled: this.firewall,
    });
    if (truncated && this.wholeValues) this.length = Infinity;
    return truncated ? `${text} …` : text;
  }

  private section(
    { path, inverted, body }: TemplateNode & { type: "section" },
    scopes: readonly Value[],
  ): void {
    if (path.some((name) => this.firewall.hides(name))) {
      // Neither what stands in it is shown nor whether something does.
      if (!inverted) this.add(firewalledMarker, false);
      return;
    }
    const value = find(path, scopes) ?? null;
    const isEmpty =
      value === null ||
      value === false ||
      value === "" ||
      (value instanceof Vector && value.count === 0);
    if (inverted) {
      if (isEmpty) this.nodes(body, scopes);
    } else if (value instanceof Vector) {
      for (let index = 0; index < value.count && !this.isTooLong; index++)
        this.nodes(body, [...scopes, value.at(index)]);
    } else if (!isEmpty) {
      this.nodes(body, value instanceof MapValue ? [...scopes, value] : scopes);
    }
  }
}

/** What is a file, or a list of files and nothing else. */
function filesOf(value: Value): readonly HostFile[] | undefined {
  const file = hostFileOf(value);
  if (file !== undefined) return [file];
  if (!(value instanceof Vector) || value.count === 0) return undefined;
  const files: HostFile[] = [];
  for (let index = 0; index < value.count; index++) {
    const element = hostFileOf(value.at(index));
    if (element === undefined) return undefined;
    files.push(element);
  }
  return files;
}

/**
 * The value at a path. The innermost scope that has the path's first name decides, as with nested
 * variables.
 */
function find([first, ...rest]: readonly string[], scopes: readonly Value[]): Value | undefined {
  if (first === undefined) return scopes.at(-1);
  for (const scope of scopes.toReversed()) {
    const found = fieldOf(scope, first);
    if (found !== undefined)
      return rest.reduce<Value | undefined>(
        (value, name) => (value === undefined ? undefined : fieldOf(value, name)),
        found,
      );
  }
  return undefined;
}

function fieldOf(value: Value, name: string): Value | undefined {
  return value instanceof MapValue ? getField(value, name) : undefined;
}

function missingText(missing: readonly string[], names: readonly string[]): string {
  const shown = missing
    .slice(0, 10)
    .map((name) => `{{${name}}}`)
    .join(", ");
  const given = names.slice(0, 20).map((name) => oneLine(name, longestName));
  return `the context has no value for ${shown}; ${names.length === 0 ? "it is empty" : `it has ${given.join(", ")}`}`;
}
