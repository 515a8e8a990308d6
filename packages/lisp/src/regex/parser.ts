// Parses a regular expression in the syntax of Java, which Clojure's patterns use. Resolves flags
// and abbreviations. Refuses back-references, atomic groups, possessive quantifiers and groups
// inside look-around, because neither engine matches them in linear time.

import { allCodePoints, complementRanges, type Ranges } from "./code-point-ranges.ts";
import { exactSet } from "./character-set.ts";
import { bracketClass, characterSet } from "./classes.ts";
import { PatternCursor, type PatternFlags } from "./cursor.ts";
import { characterEscape, classEscape, lineTerminators } from "./escapes.ts";
import { PatternError, type RegexAssertion, type RegexNode, type RegexTree } from "./tree.ts";

/** The start of a group: it captures, only groups, looks around, or is `(?i)` alone. */
type GroupHead =
  | { readonly type: "group" }
  | { readonly type: "plain" }
  | { readonly type: "flags" }
  | { readonly type: "look"; readonly behind: boolean; readonly negative: boolean };

const deepestGroup = 100;
/** Larger repetition counts are refused, as in every linear engine. */
const mostRepetitions = 1000;

/**
 * Parses a regular expression.
 * @throws PatternError
 */
export function parsePattern(source: string): RegexTree {
  return new PatternParser(source).parse();
}

class PatternParser {
  private readonly cursor: PatternCursor;
  private readonly groupNames = new Map<string, number>();
  private groupCount = 0;
  private depth = 0;
  /** The number of look-arounds around the cursor. */
  private lookDepth = 0;

  constructor(source: string) {
    this.cursor = new PatternCursor(source);
  }

  parse(): RegexTree {
    const root = this.choice();
    if (!this.cursor.isAtEnd) throw this.cursor.wrong("a closing parenthesis that no group opened");
    return { root, groupCount: this.groupCount, groupNames: this.groupNames };
  }

  private choice(): RegexNode {
    const { cursor } = this;
    const options = [this.sequence()];
    while (!cursor.isQuoting && cursor.take("|")) options.push(this.sequence());
    const [only] = options;
    return options.length === 1 && only !== undefined ? only : { type: "choice", options };
  }

  private sequence(): RegexNode {
    const { cursor } = this;
    const items: RegexNode[] = [];
    for (;;) {
      cursor.skipComments();
      if (cursor.isAtEnd || (!cursor.isQuoting && (cursor.sees("|") || cursor.sees(")")))) break;
      const atom = this.atom();
      if (atom !== undefined) items.push(this.quantified(atom));
    }
    const [only] = items;
    return items.length === 1 && only !== undefined ? only : { type: "sequence", items };
  }

  /**
   * Parses one part without its quantifier. Returns `undefined` for a part that matches nothing by
   * itself, such as `(?i)`.
   */
  private atom(): RegexNode | undefined {
    const { cursor } = this;
    const start = cursor.position;
    if (cursor.isQuoting) return this.quotedCharacter();
    const character = cursor.next();
    switch (character) {
      case "(":
        return this.group(start);
      case "[":
        return { type: "set", set: bracketClass(cursor) };
      case ".":
        return { type: "set", set: exactSet(this.dot()) };
      case "^":
        return assertion(cursor.flags.multiline ? "line-start" : "text-start");
      case "$":
        return assertion(cursor.flags.multiline ? "line-end" : "last-line-end");
      case "\\":
        return this.escape();
      case "*":
      case "+":
      case "?":
        throw cursor.wrong(`nothing before ${character} to repeat`, start);
      case "{":
        throw cursor.wrong("a brace that repeats nothing; write \\{ for the character", start);
      default:
        return this.character(character.codePointAt(0) ?? 0);
    }
  }

  private character(code: number): RegexNode {
    return { type: "set", set: characterSet(this.cursor, [[code, code]]) };
  }

  private quotedCharacter(): RegexNode | undefined {
    const { cursor } = this;
    const isEmpty = cursor.sees("\\E");
    const character = isEmpty ? undefined : this.character(cursor.next().codePointAt(0) ?? 0);
    // The end is taken together with the last character, because a quantifier after it repeats that
    // character.
    if (cursor.take("\\E")) cursor.isQuoting = false;
    return character;
  }

  private dot(): Ranges {
    const { dotAll, unixLines } = this.cursor.flags;
    if (dotAll) return allCodePoints;
    return complementRanges(unixLines ? [[0x0a, 0x0a]] : lineTerminators);
  }

  private escape(): RegexNode | undefined {
    const { cursor } = this;
    if (cursor.take("Q")) {
      cursor.isQuoting = true;
      return undefined;
    }
    const kind = assertions.get(cursor.source.charAt(cursor.position));
    if (kind !== undefined) {
      cursor.position++;
      return assertion(kind);
    }
    if (cursor.take("R")) return lineBreak;
    if (cursor.sees("G") || cursor.sees("X") || cursor.sees("N"))
      throw new PatternError("unsupported", `\\${cursor.next()} is not supported`);
    const set = classEscape(cursor);
    return set === undefined ? this.character(characterEscape(cursor)) : { type: "set", set };
  }

  private group(start: number): RegexNode | undefined {
    const { cursor } = this;
    const outer = cursor.flags;
    if (++this.depth > deepestGroup) throw cursor.wrong("groups are nested too deep", start);
    const head = this.groupHead(start);
    if (head.type === "flags") {
      this.depth--;
      return undefined;
    }
    if (head.type === "look") this.lookDepth++;
    const item = this.choice();
    if (head.type === "look") this.lookDepth--;
    if (!cursor.take(")")) throw cursor.wrong("the group opened with ( is not closed", start);
    cursor.flags = outer;
    this.depth--;
    if (head.type !== "plain") return { ...head, item };
    return item.type === "choice" || item.type === "sequence"
      ? { type: "sequence", items: [item] }
      : item;
  }

  /** Takes the part between `(` and the content. */
  private groupHead(start: number): GroupHead {
    const { cursor } = this;
    if (!cursor.take("?")) {
      this.countGroup("(");
      return { type: "group" };
    }
    if (cursor.take(":")) return { type: "plain" };
    const name = cursor.takeMatch(/<[A-Za-z][A-Za-z0-9]*>/y)?.slice(1, -1);
    if (name !== undefined) {
      this.nameGroup(name);
      return { type: "group" };
    }
    const look = cursor.takeMatch(/<?[=!]/y);
    if (look !== undefined)
      return { type: "look", behind: look.length === 2, negative: look.endsWith("!") };
    if (cursor.take(">"))
      throw new PatternError(
        "unsupported",
        "an atomic group (?>…) is not supported",
        "write (?:…)",
      );
    const flags = cursor.takeMatch(/[a-zA-Z]*(?:-[a-zA-Z]*)?/y) ?? "";
    const isWhole = cursor.take(")");
    if (!isWhole && !cursor.take(":")) throw cursor.wrong("a group of unknown kind", start);
    cursor.flags = this.withFlags(cursor.flags, flags, start);
    return { type: isWhole ? "flags" : "plain" };
  }

  private countGroup(written: string): void {
    if (this.lookDepth > 0)
      throw new PatternError(
        "unsupported",
        `a group that captures, ${written}…), inside look-around is not supported`,
        "write (?:…) inside look-around, and put the part you want into a group outside it",
      );
    this.groupCount++;
  }

  private nameGroup(name: string): void {
    this.countGroup(`(?<${name}>`);
    if (this.groupNames.has(name)) throw this.cursor.wrong(`two groups are named ${name}`);
    this.groupNames.set(name, this.groupCount);
  }

  private withFlags(flags: PatternFlags, letters: string, start: number): PatternFlags {
    let result = flags;
    let isOn = true;
    for (const letter of letters) {
      const name = flagNames.get(letter);
      if (letter === "-") isOn = false;
      else if (name === undefined)
        throw this.cursor.wrong(`the flag ${letter} is not supported`, start);
      else result = { ...result, [name]: isOn };
    }
    return result;
  }

  private quantified(atom: RegexNode): RegexNode {
    const { cursor } = this;
    if (cursor.isQuoting) return atom;
    cursor.skipComments();
    const start = cursor.position;
    const quantifier = cursor.takeMatch(/[*+?]|\{\d+(?:,\d*)?\}/y);
    if (quantifier === undefined) return atom;
    const [min, max] = repetitions(quantifier);
    if (max < min) throw cursor.wrong("the repetition counts are reversed", start);
    if (min > mostRepetitions || (max > mostRepetitions && max !== Infinity)) {
      throw new PatternError(
        "unsupported",
        `more than ${String(mostRepetitions)} repetitions are not supported`,
        "write * or +, and check the length of the match",
      );
    }
    if (cursor.sees("+"))
      throw new PatternError(
        "unsupported",
        `a possessive quantifier (${quantifier}+) is not supported`,
        `write ${quantifier}`,
      );
    return { type: "repeat", item: atom, min, max, lazy: cursor.take("?") };
  }
}

const assertions: ReadonlyMap<string, RegexAssertion> = new Map<string, RegexAssertion>([
  ["b", "word-boundary"],
  ["B", "inside-word"],
  ["A", "text-start"],
  ["z", "text-end"],
  ["Z", "last-line-end"],
]);

const flagNames: ReadonlyMap<string, keyof PatternFlags> = new Map<string, keyof PatternFlags>([
  ["i", "ignoreCase"],
  ["u", "everyScript"],
  ["s", "dotAll"],
  ["m", "multiline"],
  ["x", "comments"],
  ["d", "unixLines"],
]);

function assertion(kind: RegexAssertion): RegexNode {
  return { type: "assertion", assertion: kind };
}

const carriageReturn: RegexNode = { type: "set", set: exactSet([[0x0d, 0x0d]]) };
const newline: RegexNode = { type: "set", set: exactSet([[0x0a, 0x0a]]) };
const anyLineEnd: RegexNode = {
  type: "set",
  set: exactSet([
    [0x0a, 0x0d],
    [0x85, 0x85],
    [0x2028, 0x2029],
  ]),
};
/** The node for `\R`. */
const lineBreak: RegexNode = {
  type: "choice",
  options: [{ type: "sequence", items: [carriageReturn, newline] }, anyLineEnd],
};

function repetitions(quantifier: string): [min: number, max: number] {
  switch (quantifier) {
    case "*":
      return [0, Infinity];
    case "+":
      return [1, Infinity];
    case "?":
      return [0, 1];
    default: {
      const [least = "", most] = quantifier.slice(1, -1).split(",");
      return [
        Number(least),
        most === undefined ? Number(least) : most === "" ? Infinity : Number(most),
      ];
    }
  }
}
