// Fills a template with the values of a context. A value is data: it is not expanded again, it
// cannot close a data envelope, and its firewalled fields are hidden. The text has a short mark for
// each file, and the file is attached to the message.

import { Keyword, MapValue, Vector, getField, type HostFile, type Value } from "@ptc/core/values";
import { firewalledMarker, hostFileOf, asFields } from "@ptc/core/internal/values";
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
      /** The files whose marks are in the text, in order. */
      readonly files: readonly HostFile[];
    }
  | { readonly ok: false; readonly message: string };

export interface ExpandTemplateOptions {
  /** True to show values other than strings in full instead of shortened. */
  readonly wholeValues?: boolean;
}

/** The maximum length of one value that is not a string, and of the whole text, in UTF-16 units. */
const longestValue = 500;
const longestText = 1_000_000;
const longestName = 60;
/**
 * The maximum number of template parts to expand, counting each as often as its section is
 * expanded. It limits sections that add nothing to the text.
 */
const mostVisits = 200_000;

/**
 * Fills a template. Placeholders without a value are an error that names all of them. A section
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
  // The contents of firewalled fields are known only after all values have been read.
  const expansion = first.attached.holdsHidden ? expanded() : first;
  if (expansion.missing.size > 0)
    return { ok: false, message: missingText([...expansion.missing], Object.keys(context)) };
  if (expansion.isTooLong) return tooLong;
  // Invisible characters are written as escapes, which are longer.
  const text = expansion.expanded();
  if (text.length > longestText) return tooLong;
  const { files, problem } = expansion.attached;
  return problem === undefined ? { ok: true, text, files } : { ok: false, message: problem };
}

const tooLong: ExpandTemplateResult = {
  ok: false,
  message: `the prompt is too large (more than ${String(longestText)} characters, or ${String(mostVisits)} elements): let programs read the data as data/…`,
};

class Expansion {
  readonly missing = new Set<string>();
  readonly attached: AttachedFiles;
  /** Texts of the template and of values, in order. */
  private readonly pieces: { readonly text: string; readonly isValue: boolean }[] = [];
  private length = 0;
  private readonly crossing: FileCrossing;
  private readonly firewall: Firewall;
  private readonly wholeValues: boolean;
  private visits = 0;
  /** The number of elements of values searched for files. */
  private looked = 0;

  constructor(crossing: FileCrossing, firewall: Firewall, wholeValues: boolean) {
    this.crossing = crossing;
    this.attached = new AttachedFiles(firewall);
    this.firewall = firewall;
    this.wholeValues = wholeValues;
  }

  /**
   * Returns the whole text. The contents of firewalled fields are known only after all values have
   * been read, so values are masked here. The template itself is the host's own text and is not
   * masked.
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
   * Expands nodes. `scopes` are the context and the elements of the enclosing sections, innermost
   * last.
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

  /** Returns the text of a value: strings unchanged, anything else as a program would print it. */
  private shownValue(value: Value): string {
    // One character more than the limit is enough to refuse the whole text as too long.
    // eslint-disable-next-line texts/shortened-texts -- a longer prompt is refused
    if (typeof value === "string") return value.slice(0, longestText + 1);
    const printed = this.printed(value);
    // A value that is shown in full has been read completely, so its files are attached too.
    return this.wholeValues && this.crossing.mayHaveFiles
      ? this.printed(this.marked(value))
      : printed;
  }

  private marked(value: Value): Value {
    return withMarks(value, {
      mark: (file) => this.attached.mark(file),
      firewall: this.firewall,
      // Each element takes at least one character of the text.
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
      // Hides both the content and whether there is any.
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
      // An empty body adds nothing, and its expansions would not be counted.
      for (let index = 0; body.length > 0 && index < value.count && !this.isTooLong; index++)
        this.nodes(body, [...scopes, value.at(index)]);
    } else if (!isEmpty) {
      this.nodes(body, value instanceof MapValue ? [...scopes, value] : scopes);
    }
  }
}

/** Returns the files if the value is a file, or a list of only files. */
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
 * Returns the value at a path. The innermost scope with the path's first name decides, as with
 * nested variables.
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
  return value instanceof MapValue ? getField(asFields(value), new Keyword(name)) : undefined;
}

function missingText(missing: readonly string[], names: readonly string[]): string {
  const shown = missing
    .slice(0, 10)
    .map((name) => `{{${name}}}`)
    .join(", ");
  const given = names.slice(0, 20).map((name) => oneLine(name, longestName));
  return `the context has no value for ${shown}; ${names.length === 0 ? "it is empty" : `it has ${given.join(", ")}`}`;
}
