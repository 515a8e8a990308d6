// Hides firewalled fields in data that is embedded in a text as text. A program may write a row as
// JSON and print it, or have JSON or CSV that a tool returned. Only field names matter here;
// `Firewall` masks known values. Takes time in proportion to the text, for any content.
//
//   "_token": "x"    {:_token "x"}    {"_token" "x"}    ["_token", "x"]    _token=x    _token: x
//   {(keyword "_user token") "x"}     {'_token': 'x'}    ('_token', 'x')    "_token" => "x"
//
// A name at the beginning of a line has the whole line as its value, and the lines after it that
// have a larger indent, as in YAML. Other files find the columns of tables and the elements of XML.
// Also finds JSON in a text in JSON, at any level of escaping: `"{\"_token\":\"x\"}"`. See
// `wrapped-quotes.ts` for JSON in CSV, HTML and URLs.

import type { FieldFirewall } from "../values/index.ts";
import { firewallByName, firewalledMarker } from "../values/internal.ts";
import { behindSpaces, characterBefore, isBehindEscapedSpace } from "./escaped-spaces.ts";
import { ElementScan } from "./hidden-elements.ts";
import { QuotedTexts } from "./quoted-texts.ts";
import { tableParts, type TablePart } from "./table-columns.ts";
import { behindBackslashes, lineStartBefore, lineValue } from "./text-lines.ts";
import { inWrappedQuotes, wrappedValue } from "./wrapped-quotes.ts";
import { endOfValue, firstEndOfValue, type Extent } from "./written-value.ts";

/**
 * Returns `text` with `<Firewalled>` in place of the value of each firewalled field of JSON, EDN,
 * CSV, XML, YAML and Python in it. Doesn't change other text.
 */
export function hideFirewalledJson(text: string, firewall: FieldFirewall = firewallByName): string {
  return text.includes("_") || text.includes("u005")
    ? new FieldScan(text, firewall, false).hidden()
    : text;
}

/**
 * Does the same for a text that may contain programs: in a map, a name or a call without a text or
 * a number isn't a value, so it is shown, as in `{:_token data/_token}`.
 */
export function hideFirewalledCode(text: string, firewall: FieldFirewall): string {
  return text.includes("_") || text.includes("u005")
    ? new FieldScan(text, firewall, true).hidden()
    : text;
}

/** A longer name is firewalled if it starts like a firewalled one, even if the host allows it. */
const longestName = 300;
const keywordName = /[^\s,;"()[\]{}\\^@`~]{1,300}/y;
const bareName = /_[\p{L}\p{N}_-]{1,100}/uy;
const singleName = /(['`])(_[^'`\\\n\r]{1,300}|[^'`\\\n\r_]{1,60}\/_[^'`\\\n\r]{1,300})\1/y;
const literal = /["\\\d:#[{&%]|[+-]\d|(?:true|false|nil|null)\b/y;
const callOrName = /^[(\p{L}_*+!?<>=$&%.-]/u;
/** A text, a character, a regular expression, or a number. */
const partLiteral = /["\\]|(?:^|[\s,([{:])[+-]?\d/;
const jsonLiteral = /-?\d[\d.eE+-]*|true|false|null/y;

/** The start of a field's value, and the number of backslashes before its name's quotes. */
interface FieldPlace {
  readonly start: number;
  /** The end of the value, if it is known. */
  readonly end?: number;
  readonly escapes: number | undefined;
  /** True if the value counts only if a bracket closes after it. */
  readonly isPair?: boolean;
  /** Where an unquoted value ends. */
  readonly extent?: Extent;
}

class FieldScan {
  private readonly text: string;
  private readonly firewall: FieldFirewall;
  /** True if programs may be in the text. */
  private readonly hasCode: boolean;
  private readonly quoted: QuotedTexts;
  private readonly elements: ElementScan;
  private readonly tables: readonly TablePart[];
  private readonly pieces: string[] = [];
  private copied = 0;
  /** The index of the next part of a table. */
  private part = 0;
  /** The number of characters that may still be scanned for ends of values without success. */
  private patience: number;

  constructor(text: string, firewall: FieldFirewall, hasCode: boolean) {
    this.text = text;
    this.firewall = firewall;
    this.hasCode = hasCode;
    this.quoted = new QuotedTexts(text);
    this.elements = new ElementScan(text, firewall);
    this.tables = tableParts(text, firewall);
    this.patience = 4 * text.length + 1000;
  }

  hidden(): string {
    const { text } = this;
    for (let index = 0; index < text.length;) {
      const part = this.tablePart(index);
      if (part !== undefined) {
        if (part.isHidden) this.replace(index, part.end, "");
        index = part.end;
        continue;
      }
      const place = this.placeAt(index);
      index = place === undefined ? index + 1 : this.hide(place, index + 1);
    }
    return this.copied === 0 ? text : this.pieces.join("") + text.slice(this.copied);
  }

  /** Returns the part of a table that contains `index`. */
  private tablePart(index: number): TablePart | undefined {
    const { tables } = this;
    while ((tables[this.part]?.end ?? Infinity) <= index) this.part++;
    const part = tables[this.part];
    return part !== undefined && part.start <= index ? part : undefined;
  }

  private placeAt(index: number): FieldPlace | undefined {
    const character = this.text.charAt(index);
    if (character === '"') return this.afterQuoted(index);
    if (character === ":") return this.afterKeyword(index);
    if (character === "_") return this.afterWrapped(index) ?? this.afterBare(index);
    if (character === "'" || character === "`") return this.afterSingle(index);
    const isBracket = character === "u" ? this.text[index - 1] === "\\" : /[<&]/.test(character);
    if (!isBracket) return undefined;
    const content = this.elements.at(index);
    return content === undefined ? undefined : { ...content, escapes: undefined };
  }

  /** Hides the value of a field. Returns the index at which to continue. */
  private hide(place: FieldPlace, next: number): number {
    const { text } = this;
    const { start, escapes, isPair, extent = "name" } = place;
    const wrapped = place.end === undefined ? inWrappedQuotes(text, start) : undefined;
    if (wrapped !== undefined) return this.hide({ ...wrapped, escapes: undefined }, next);
    const end = place.end ?? endOfValue(text, start, escapes, extent);
    if (end === start) return next;
    if (isPair === true && !this.closesAt(end, start)) return next;
    this.replace(start, end, escapes === undefined ? "" : `${"\\".repeat(escapes)}"`);
    return place.end ?? Math.max(next, firstEndOfValue(text, start, end));
  }

  private replace(from: number, end: number, quote: string): void {
    const start = Math.max(from, this.copied);
    if (end <= start) return;
    this.pieces.push(this.text.slice(this.copied, start), quote, firewalledMarker, quote);
    this.copied = end;
  }

  /**
   * True if a bracket closes after a value, or if too many characters were scanned without
   * success.
   */
  private closesAt(end: number, start: number): boolean {
    const closing = this.text[behindSpaces(this.text, end, true)];
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
    const assigned = this.assigned(index - escapes, behind, escapes);
    if (assigned !== undefined) return assigned;
    if (this.isKeywordCall(index - escapes, behind))
      return { start: behindSpaces(this.text, behind + 1, true), escapes: undefined };
    const start = behindSpaces(this.text, behind, true);
    const before = characterBefore(this.text, index - escapes);
    if (before === "[" || before === "(")
      return start === behind ? undefined : { start, escapes, isPair: true };
    return (before === "{" || before === ",") &&
      start === behindSpaces(this.text, behind, false) &&
      start > behind
      ? { start, escapes }
      : undefined;
  }

  /** Finds the value after a firewalled name in single quotes: `'_token': …`, `('_token', …)`. */
  private afterSingle(index: number): FieldPlace | undefined {
    const { text } = this;
    singleName.lastIndex = index;
    const [whole, , name] = singleName.exec(text) ?? [];
    if (whole === undefined || name === undefined || !this.firewall.hides(name)) return undefined;
    const behind = index + whole.length;
    const assigned = this.assigned(index, behind, undefined);
    if (assigned !== undefined) return assigned;
    const before = characterBefore(this.text, index);
    const start = behindSpaces(this.text, behind, true);
    return (before === "[" || before === "(") &&
      text[behindSpaces(this.text, behind, false)] === ","
      ? { start, escapes: undefined, isPair: true }
      : undefined;
  }

  /** Finds the value after a quoted name and `:`, `=` or `=>`. */
  private assigned(
    name: number,
    behind: number,
    escapes: number | undefined,
  ): FieldPlace | undefined {
    const { text } = this;
    const at = behindSpaces(this.text, behind, false);
    const sign = text.charAt(at);
    if (sign !== ":" && sign !== "=") return undefined;
    if (sign === "=" && text[at + 1] === "=") return undefined;
    const after = at + (text.startsWith("=>", at) ? 2 : 1);
    const start = behindSpaces(this.text, after, false);
    if (this.isJsonLiteral(start)) return { start, escapes };
    return this.valueAfter(name, after, { start, escapes, extent: "entry" }, sign);
  }

  /** Returns the rest of the line if `name` begins it, and `place` for any other value. */
  private valueAfter(name: number, after: number, place: FieldPlace, sign: string): FieldPlace {
    const { text } = this;
    const line = lineStartBefore(text, name);
    if (line === undefined || this.isWritten(place)) return place;
    return { ...lineValue(text, after, sign, line), escapes: undefined };
  }

  /** True for a value in quotes or brackets, which isn't the name of a field in the next line. */
  private isWritten({ start, escapes, extent = "name" }: FieldPlace): boolean {
    const { text } = this;
    const first = text.charAt(start);
    if (!/["'`[{(\\]/.test(first) || (first === "\\" && !this.isQuote(start))) return false;
    const end = endOfValue(text, start, escapes, extent);
    if (text[behindSpaces(text, end, false)] !== ":") return true;
    // The value may contain such names itself, whose ends are searched again.
    this.patience -= end - start;
    return this.patience < 0;
  }

  private isQuote(start: number): boolean {
    return this.text[behindBackslashes(this.text, start)] === '"';
  }

  /** True for a number or a constant of JSON, unless other words follow it. */
  private isJsonLiteral(start: number): boolean {
    const { text } = this;
    jsonLiteral.lastIndex = start;
    const [found] = jsonLiteral.exec(text) ?? [];
    if (found === undefined) return false;
    const end = start + found.length;
    const next = behindSpaces(this.text, end, true);
    const isLast = next === text.length || /["'}\])\\]/.test(text.charAt(next));
    return isLast || /[\n\r]/.test(text.slice(end, next));
  }

  /** True if a quoted text is the name in `{(keyword "…")`, between map entries. */
  private isKeywordCall(start: number, end: number): boolean {
    const call = "(keyword ";
    const opening = start - call.length;
    if (this.text[end] !== ")" || !this.text.startsWith(call, opening)) return false;
    const before = characterBefore(this.text, opening);
    return before === "{" || before === ",";
  }

  /** Finds the value after a keyword with a firewalled name: `:_token "x"`. */
  private afterKeyword(index: number): FieldPlace | undefined {
    const { text } = this;
    if (/[\w:"'\\]/.test(text.charAt(index - 1))) return undefined;
    keywordName.lastIndex = index + 1;
    const name = keywordName.exec(text)?.[0];
    if (name === undefined || !this.firewall.hides(name)) return undefined;
    const start = behindSpaces(this.text, index + 1 + name.length, true);
    const before = characterBefore(this.text, index);
    const isInMap = before === "{" || before === ",";
    literal.lastIndex = start;
    if (!literal.test(text)) return isInMap && !this.isCode(start) ? this.loose(start) : undefined;
    if (text[start] === ":" && !isInMap)
      return before === "[" ? { start, escapes: undefined, isPair: true } : undefined;
    return { start, escapes: undefined };
  }

  /** True for a name or a call of a program, without a literal in it. */
  private isCode(start: number): boolean {
    const { text } = this;
    if (!this.hasCode || !callOrName.test(text.charAt(start))) return false;
    const end = endOfValue(text, start, undefined, "word");
    this.patience -= end - start;
    return this.patience >= 0 && !partLiteral.test(text.slice(start, end));
  }

  /** Finds the value after a name in other quotes: `""_token"":…`, `%22_token%22%3A…`. */
  private afterWrapped(index: number): FieldPlace | undefined {
    const value = wrappedValue(this.text, index, this.firewall);
    return value === undefined ? undefined : { ...value, escapes: undefined };
  }

  /** Finds the value after an unquoted firewalled name: `_token=x`, `_token: x`. */
  private afterBare(index: number): FieldPlace | undefined {
    const { text } = this;
    if (/[\w\\.-]/.test(text.charAt(index - 1)) && !isBehindEscapedSpace(text, index))
      return undefined;
    // `:_token` is a keyword, and `user:_token="x"` an attribute of XML.
    if (text[index - 1] === ":" && !/\w/.test(text.charAt(index - 2))) return undefined;
    bareName.lastIndex = index;
    const name = bareName.exec(text)?.[0];
    if (name === undefined || !this.firewall.hides(name)) return undefined;
    const sign = behindSpaces(this.text, index + name.length, false);
    if (text[sign] !== "=" && text[sign] !== ":") return undefined;
    // `==`, `:=` and `_a:b` don't assign a value.
    const after = sign + 1;
    const start = behindSpaces(this.text, after, false);
    const isName = start === after && (text[sign] === ":" || /[=>]/.test(text.charAt(start)));
    if (isName || (text[index - 1] === ":" && text[sign] === ":")) return undefined;
    const before = characterBefore(this.text, index) ?? "";
    const extent = /[{,[(;]/.test(before) ? "entry" : "word";
    const place: FieldPlace = { start, escapes: undefined, extent };
    return this.valueAfter(index, after, place, text.charAt(sign));
  }

  private loose(start: number): FieldPlace {
    return { start, escapes: undefined, extent: "word" };
  }

  private isFirewalled(start: number, end: number): boolean {
    const name = this.text.slice(start, Math.min(end, start + longestName));
    if (!/_|u005f/i.test(name)) return false;
    return this.firewall.hides(unescaped(name));
  }
}

/** Returns a name in JSON with its Unicode escapes decoded. */
function unescaped(name: string): string {
  return name.replace(/(?<!\\)\\+u([0-9a-f]{4})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
