// Hides firewalled fields in data that is embedded in a text as text. A program may write a row as
// JSON and print it, or have JSON or EDN that a tool returned. Only field names matter here;
// `Firewall` masks known values. Takes time in proportion to the text, for any content.
//
//   "_token": "x"    {:_token "x"}    {"_token" "x"}    ["_token", "x"]    _token=x    _token: x
//   {(keyword "_user token") "x"}
//
// Also finds JSON in a text in JSON, at any level of escaping: `"{\"_token\":\"x\"}"`.

import type { FieldFirewall } from "../values/index.ts";
import { firewallByName, firewalledMarker } from "../values/internal.ts";
import { QuotedTexts } from "./quoted-texts.ts";
import { endOfValue } from "./written-value.ts";

/**
 * Returns `text` with `<Firewalled>` in place of the value of each firewalled field of JSON and
 * EDN in it. Doesn't change other text.
 */
export function hideFirewalledJson(text: string, firewall: FieldFirewall = firewallByName): string {
  return text.includes("_") || text.includes("u005")
    ? new FieldScan(text, firewall).hidden()
    : text;
}

/** A longer name is firewalled if it starts like a firewalled one, even if the host allows it. */
const longestName = 300;
const keywordName = /[^\s,;"()[\]{}\\^@`~]{1,300}/y;
const bareName = /_[\w-]{1,100}/y;
const literal = /["\\\d:#[{]|[+-]\d|(?:true|false|nil|null)\b/y;

/** The start of a field's value, and the number of backslashes before its name's quotes. */
interface FieldPlace {
  readonly start: number;
  readonly escapes: number | undefined;
  /** True if the value counts only if a bracket closes after it. */
  readonly isPair?: boolean;
  /** True if an unquoted value extends to the next comma, bracket or line. */
  readonly isLoose?: boolean;
}

class FieldScan {
  private readonly text: string;
  private readonly firewall: FieldFirewall;
  private readonly quoted: QuotedTexts;
  private readonly pieces: string[] = [];
  private copied = 0;
  /**
   * The remaining number of characters that may be scanned for closing brackets without success.
   */
  private patience: number;

  constructor(text: string, firewall: FieldFirewall) {
    this.text = text;
    this.firewall = firewall;
    this.quoted = new QuotedTexts(text);
    this.patience = 4 * text.length + 1000;
  }

  hidden(): string {
    const { text } = this;
    for (let index = 0; index < text.length;) {
      const character = text[index];
      const place =
        character === '"'
          ? this.afterQuoted(index)
          : character === ":"
            ? this.afterKeyword(index)
            : character === "_"
              ? this.afterBare(index)
              : undefined;
      index = place === undefined ? index + 1 : this.hide(place, index + 1);
    }
    return this.copied === 0 ? text : this.pieces.join("") + text.slice(this.copied);
  }

  /** Hides the value of a field. Returns the index at which to continue. */
  private hide({ start, escapes, isPair, isLoose }: FieldPlace, next: number): number {
    const { text } = this;
    const end = endOfValue(text, start, escapes, isLoose === true);
    if (end === start) return next;
    if (isPair === true && !this.closesAt(end, start)) return next;
    const quote = escapes === undefined ? "" : `${"\\".repeat(escapes)}"`;
    this.pieces.push(text.slice(this.copied, start), quote, firewalledMarker, quote);
    this.copied = end;
    return end;
  }

  /**
   * True if a bracket closes after a value, or if too many characters were scanned without
   * success.
   */
  private closesAt(end: number, start: number): boolean {
    const closing = this.text[this.skip(end, true)];
    if (closing === "]" || closing === ")" || closing === undefined) return true;
    this.patience -= end - start;
    return this.patience < 0;
  }

  /**
   * Finds the value after a firewalled name in quotes: `"_token": …`, `["_token", …]`,
   * `{"_token" …}`.
   */
  private afterQuoted(index: number): FieldPlace | undefined {
    const found = this.quoted.at(index);
    if (found === undefined || !this.isFirewalled(index + 1, found.end)) return undefined;
    const { escapes } = found;
    const behind = found.end + escapes + 1;
    const colon = this.skip(behind, false);
    if (this.text[colon] === ":") return { start: this.skip(colon + 1, false), escapes };
    if (this.isKeywordCall(index - escapes, behind))
      return { start: this.skip(behind + 1, true), escapes: undefined };
    const start = this.skip(behind, true);
    const before = this.before(index - escapes);
    if (before === "[" || before === "(")
      return start === behind ? undefined : { start, escapes, isPair: true };
    return (before === "{" || before === ",") && start === colon && start > behind
      ? { start, escapes }
      : undefined;
  }

  /** True if a quoted text is the name in `{(keyword "…")`, between map entries. */
  private isKeywordCall(start: number, end: number): boolean {
    const call = "(keyword ";
    const opening = start - call.length;
    if (this.text[end] !== ")" || !this.text.startsWith(call, opening)) return false;
    const before = this.before(opening);
    return before === "{" || before === ",";
  }

  /** Finds the value after a keyword with a firewalled name: `:_token "x"`. */
  private afterKeyword(index: number): FieldPlace | undefined {
    const { text } = this;
    if (/[\w:"'\\]/.test(text.charAt(index - 1))) return undefined;
    keywordName.lastIndex = index + 1;
    const name = keywordName.exec(text)?.[0];
    if (name === undefined || !this.firewall.hides(name)) return undefined;
    const start = this.skip(index + 1 + name.length, true);
    const before = this.before(index);
    const isInMap = before === "{" || before === ",";
    literal.lastIndex = start;
    if (!literal.test(text)) return isInMap ? this.loose(start) : undefined;
    if (text[start] === ":" && !isInMap)
      return before === "[" ? { start, escapes: undefined, isPair: true } : undefined;
    return { start, escapes: undefined };
  }

  /** Finds the value after an unquoted firewalled name: `_token=x`, `_token: x`. */
  private afterBare(index: number): FieldPlace | undefined {
    const { text } = this;
    if (/[\w:"\\.-]/.test(text.charAt(index - 1))) return undefined;
    bareName.lastIndex = index;
    const name = bareName.exec(text)?.[0];
    if (name === undefined || !this.firewall.hides(name)) return undefined;
    const sign = this.skip(index + name.length, false);
    if (text[sign] !== "=" && text[sign] !== ":") return undefined;
    // `==`, `:=` and `_a:b` don't assign a value.
    const start = this.skip(sign + 1, false);
    const isName = start === sign + 1 && (text[sign] === ":" || /[=>]/.test(text.charAt(start)));
    return isName ? undefined : this.loose(start);
  }

  private loose(start: number): FieldPlace {
    return { start, escapes: undefined, isLoose: true };
  }

  private isFirewalled(start: number, end: number): boolean {
    const name = this.text.slice(start, Math.min(end, start + longestName));
    if (!/_|u005f/i.test(name)) return false;
    return this.firewall.hides(unescaped(name));
  }

  /** Returns the index after whitespace and, if `commas`, commas. */
  private skip(from: number, commas: boolean): number {
    const { text } = this;
    let index = from;
    for (;;) {
      if (isSpace(text, index) || (commas && text[index] === ",")) index++;
      else {
        const behind = behindEscapedSpace(text, index);
        if (behind === index) return index;
        index = behind;
      }
    }
  }

  /** Returns the character before a name, ignoring whitespace. */
  private before(index: number): string | undefined {
    const { text } = this;
    let place = index - 1;
    for (;;) {
      if (isSpace(text, place)) place--;
      else if (text[place - 1] === "\\" && escapedSpaces.has(text[place])) {
        place--;
        while (text[place] === "\\") place--;
      } else return text[place];
    }
  }
}

/** The letters that represent whitespace after a backslash, in JSON inside a text. */
const escapedSpaces: ReadonlySet<string | undefined> = new Set(["n", "r", "t"]);

/** Returns the index after `\n`, `\\n`, `\t`… at `index`, or `index` itself for other text. */
function behindEscapedSpace(text: string, index: number): number {
  let letter = index;
  while (text[letter] === "\\") letter++;
  return letter > index && escapedSpaces.has(text[letter]) ? letter + 1 : index;
}

/** True for a space, newline, tab or carriage return. */
function isSpace(text: string, index: number): boolean {
  const character = text[index];
  return character === " " || character === "\n" || character === "\t" || character === "\r";
}

/** Returns a name in JSON with its Unicode escapes decoded. */
function unescaped(name: string): string {
  return name.replace(/\\{1,64}u([0-9a-f]{4})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
