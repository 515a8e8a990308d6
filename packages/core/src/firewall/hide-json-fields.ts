// Hides firewalled fields in data that stands as text inside a text. A program may write a row as
// JSON and print it, or hold JSON or EDN that a tool answered. Only names count here; values that
// are known are masked by `Firewall`. Takes time in proportion to the text, whatever is in it.
//
//   "_token": "x"    {:_token "x"}    {"_token" "x"}    ["_token", "x"]    _token=x    _token: x
//   {(keyword "_user token") "x"}
//
// JSON in a text in JSON is found too, however often its quotes are escaped:
// `"{\"_token\":\"x\"}"`.

import type { FieldFirewall } from "../values/index.ts";
import { firewallByName, firewalledMarker } from "../values/internal.ts";
import { QuotedTexts } from "./quoted-texts.ts";
import { endOfValue } from "./written-value.ts";

/**
 * `text` with `<Firewalled>` in place of the value of each firewalled field of JSON and EDN in it.
 * All else stays as it is.
 */
export function hideFirewalledJson(text: string, firewall: FieldFirewall = firewallByName): string {
  return text.includes("_") || text.includes("u005")
    ? new FieldScan(text, firewall).hidden()
    : text;
}

/** A longer name is firewalled if it begins like one, whatever the host allows. */
const longestName = 300;
const keywordName = /[^\s,;"()[\]{}\\^@`~]{1,300}/y;
const bareName = /_[\w-]{1,100}/y;
const literal = /["\\\d:#[{]|[+-]\d|(?:true|false|nil|null)\b/y;

/** Where the value of a field begins, and with how many backslashes its name's quotes stand. */
interface FieldPlace {
  readonly start: number;
  readonly escapes: number | undefined;
  /** Whether the value counts only if a bracket closes behind it. */
  readonly isPair?: boolean;
  /** Whether an unquoted value reaches to the next comma, bracket or line. */
  readonly isLoose?: boolean;
}

class FieldScan {
  private readonly text: string;
  private readonly firewall: FieldFirewall;
  private readonly quoted: QuotedTexts;
  private readonly pieces: string[] = [];
  private copied = 0;
  /** How many characters may still be looked at in vain, to see whether a bracket closes. */
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

  /** Hides the value at `place`; answers where to go on. */
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

  /** Whether a bracket closes behind a value; where too much was looked at in vain, it does. */
  private closesAt(end: number, start: number): boolean {
    const closing = this.text[this.skip(end, true)];
    if (closing === "]" || closing === ")" || closing === undefined) return true;
    this.patience -= end - start;
    return this.patience < 0;
  }

  /** Of a firewalled name in quotes: `"_token": …`, `["_token", …]`, `{"_token" …}`. */
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

  /** Whether a text in quotes is the name in `{(keyword "…")`, between entries of a map. */
  private isKeywordCall(start: number, end: number): boolean {
    const call = "(keyword ";
    const opening = start - call.length;
    if (this.text[end] !== ")" || !this.text.startsWith(call, opening)) return false;
    const before = this.before(opening);
    return before === "{" || before === ",";
  }

  /** Of a keyword that is a firewalled name: `:_token "x"`. */
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

  /** Of a firewalled name as it stands: `_token=x`, `_token: x`. */
  private afterBare(index: number): FieldPlace | undefined {
    const { text } = this;
    if (/[\w:"\\.-]/.test(text.charAt(index - 1))) return undefined;
    bareName.lastIndex = index;
    const name = bareName.exec(text)?.[0];
    if (name === undefined || !this.firewall.hides(name)) return undefined;
    const sign = this.skip(index + name.length, false);
    if (text[sign] !== "=" && text[sign] !== ":") return undefined;
    // Neither `==` nor `:=` nor `_a:b` names a value.
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

  /** The index behind spaces and, where `commas`, commas. */
  private skip(from: number, commas: boolean): number {
    let index = from;
    while (isSpace(this.text, index) || (commas && this.text[index] === ",")) index++;
    return index;
  }

  /** What stands in front of a name, besides spaces. */
  private before(index: number): string | undefined {
    let place = index - 1;
    while (isSpace(this.text, place)) place--;
    return this.text[place];
  }
}

/** Spaces, and newlines and tabs that are escaped. */
function isSpace(text: string, index: number): boolean {
  const character = text[index];
  return character === " " || character === "\n" || character === "\t" || character === "\r";
}

/** A name in JSON as it is read. */
function unescaped(name: string): string {
  return name.replace(/\\{1,64}u([0-9a-f]{4})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
