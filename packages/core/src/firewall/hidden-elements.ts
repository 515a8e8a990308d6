// Finds firewalled elements of XML in a text: `<_token>x</_token>`, also with entities in place of
// its brackets, and as some writers of JSON escape them: `\u003c_token\u003e`.

import type { FieldFirewall } from "../values/index.ts";
import { backslashesBefore } from "./quoted-texts.ts";

/** The content of an element, with its attributes. */
export interface ElementContent {
  readonly start: number;
  readonly end: number;
}

/** `<`, `&lt;` or `u003c`, a prefix, and the name. */
const opening = /(?:<|&lt;|u003c)((?:[\p{L}\p{N}_.-]{1,100}:)?(_[\p{L}\p{N}_.-]*))(?!:)/iuy;
const closingBracket = />|&gt;|(?<=\\)u003e/giu;

/**
 * Finds the content of the elements of one text. In total, this takes time in proportion to the
 * text.
 */
export class ElementScan {
  private readonly text: string;
  private readonly firewall: FieldFirewall;
  /** The number of characters that may be scanned for closing tags without success. */
  private patience: number;

  constructor(text: string, firewall: FieldFirewall) {
    this.text = text;
    this.firewall = firewall;
    this.patience = 4 * text.length + 1000;
  }

  /** Returns the content of the firewalled element that begins at `index`, if one does. */
  at(index: number): ElementContent | undefined {
    const { text } = this;
    opening.lastIndex = index;
    const [whole, name, local] = opening.exec(text) ?? [];
    if (whole === undefined || name === undefined || local === undefined) return undefined;
    if (whole.startsWith("u") && text[index - 1] !== "\\") return undefined;
    if (!this.firewall.hides(local)) return undefined;
    const behind = index + whole.length;
    if (this.patience < 0) return { start: behind, end: text.length };
    closingBracket.lastIndex = behind;
    const bracket = closingBracket.exec(text);
    // Without a bracket, the text was cut off inside the tag.
    if (bracket === null) return this.cut(behind, index);
    const end = bracket.index - backslashesBefore(text, bracket.index);
    const attributes = text.slice(behind, end);
    const spaces = attributes.length - attributes.trimStart().length;
    const trimmed = attributes.trimEnd();
    if (trimmed.endsWith("/") && attributes.split('"').length % 2 === 1)
      return { start: behind + spaces, end: behind + trimmed.length - 1 };
    const isEmpty = attributes.trim() === "";
    const start = isEmpty ? bracket.index + bracket[0].length : behind + spaces;
    const tag = this.closingTag(name, start);
    return tag === undefined ? this.cut(start, index) : { start, end: tag };
  }

  /**
   * Returns the content of an element that is never closed: the rest of the text, unless it is a
   * type such as `List<_Item>`.
   */
  private cut(start: number, index: number): ElementContent | undefined {
    const { text } = this;
    this.patience -= text.length - start;
    const isType = /[\w>]/.test(text.charAt(index - 1));
    return isType ? undefined : { start, end: text.length };
  }

  /** Returns where the tag that closes the element begins: the last one if there are too few. */
  private closingTag(name: string, from: number): number | undefined {
    const { text } = this;
    let depth = 1;
    let last: number | undefined;
    for (let at = text.indexOf(name, from); at >= 0; at = text.indexOf(name, at + name.length)) {
      if (/[\p{L}\p{N}_.:-]/u.test(text.charAt(at + name.length))) continue;
      const slash = text[at - 1] === "/" ? at - 1 : undefined;
      const bracket = bracketBefore(text, slash ?? at);
      if (bracket === undefined) continue;
      if (slash === undefined) {
        if (!isSelfClosing(text, at + name.length)) depth++;
      } else {
        last = bracket;
        if (--depth === 0) return bracket;
      }
    }
    this.patience -= text.length - from;
    return last;
  }
}

/** Returns where the opening bracket that ends at `index` begins. */
function bracketBefore(text: string, index: number): number | undefined {
  let end = index;
  // Some writers of JSON escape the slash.
  while (text[end - 1] === "\\") end--;
  if (text[end - 1] === "<") return end - 1;
  if (text.startsWith("&lt;", end - 4)) return end - 4;
  const code = text.slice(Math.max(0, end - 5), end).toLowerCase();
  if (code !== "u003c") return undefined;
  let start = end - 5;
  while (text[start - 1] === "\\") start--;
  return start < end - 5 ? start : undefined;
}

/** True if the tag whose name ends at `index` is `<name/>`, without attributes. */
function isSelfClosing(text: string, index: number): boolean {
  return text[index] === "/";
}
