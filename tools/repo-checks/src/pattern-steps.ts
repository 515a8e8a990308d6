// Counts the work of a backtracking engine on a pattern and a text: characters read, and steps
// back. The host's engine does the same, in the order that the standard defines, but doesn't expose
// counts. These counts are the same on every machine.
import { RegExpParser, type AST } from "@eslint-community/regexpp";

export interface ParsedPattern {
  readonly root: AST.Pattern;
  readonly flags: string;
}

/** Thrown if a search exceeds its maximum number of steps. */
export class TooManySteps extends Error {}

export function parsePattern(source: string, flags: string): ParsedPattern {
  const mode = { unicode: flags.includes("u"), unicodeSets: flags.includes("v") };
  return { root: new RegExpParser().parsePattern(source, 0, source.length, mode), flags };
}

/**
 * Returns the characters that the pattern sees: code points with the flag u or v, code units
 * otherwise.
 */
export function charactersOf(text: string, flags: string): string[] {
  if (/[uv]/.test(flags)) return Array.from(text);
  return Array.from({ length: text.length }, (_, index) => text.charAt(index));
}

/**
 * Returns the steps of a search through the whole of `text`: for every match with the flag g or y,
 * otherwise for the first one.
 * @throws TooManySteps beyond `maximum`
 */
export function stepsOfSearch(
  { root, flags }: ParsedPattern,
  text: string,
  maximum: number,
): number {
  const matcher = new Matcher(charactersOf(text, flags), flags, maximum);
  matcher.search(root);
  return matcher.steps;
}

type Continuation = (position: number) => boolean;

class Matcher {
  steps = 0;
  private readonly text: readonly string[];
  private readonly flags: string;
  private readonly maximum: number;
  private readonly tests = new Map<AST.Element, Map<string, boolean>>();

  constructor(text: readonly string[], flags: string, maximum: number) {
    this.text = text;
    this.flags = flags;
    this.maximum = maximum;
  }

  search(root: AST.Pattern): void {
    const isRepeated = /[gy]/.test(this.flags);
    for (let start = 0; start <= this.text.length;) {
      let end: number | undefined;
      this.anyOf(root.alternatives, start, (position) => {
        end = position;
        return true;
      });
      if (end === undefined ? this.flags.includes("y") : !isRepeated) return;
      start = end === undefined || end === start ? start + 1 : end;
    }
  }

  private step(count = 1): void {
    if ((this.steps += count) > this.maximum) throw new TooManySteps();
  }

  private anyOf(options: readonly AST.Alternative[], start: number, next: Continuation): boolean {
    return options.some(({ elements }) => this.sequence(elements, 0, start, next));
  }

  private sequence(
    elements: readonly AST.Element[],
    index: number,
    position: number,
    next: Continuation,
  ): boolean {
    const element = elements[index];
    if (element === undefined) return next(position);
    return this.element(element, position, (end) => this.sequence(elements, index + 1, end, next));
  }

  private element(element: AST.Element, position: number, next: Continuation): boolean {
    this.step();
    switch (element.type) {
      case "Group":
      case "CapturingGroup":
        return this.anyOf(element.alternatives, position, next);
      case "Quantifier":
        return isOneCharacter(element.element)
          ? this.run(element, element.element, position, next)
          : this.repeat(element, 0, position, next);
      case "Assertion":
        return this.holds(element, position) && next(position);
      case "Backreference":
        return next(position);
      default:
        return this.matches(element, position) && next(position + 1);
    }
  }

  /** Matches a repeated character: as many as possible, then fewer; the reverse if lazy. */
  private run(
    { min, max, greedy }: AST.Quantifier,
    element: AST.Element,
    start: number,
    next: Continuation,
  ): boolean {
    let end = start;
    const more = (): boolean => end - start < max && this.matches(element, end);
    while (end - start < (greedy ? Infinity : min) && more()) end++;
    if (end - start < min) return false;
    for (;;) {
      this.step();
      if (next(end)) return true;
      if (greedy ? --end - start < min : !more()) return false;
      if (!greedy) end++;
    }
  }

  private repeat(
    quantifier: AST.Quantifier,
    count: number,
    position: number,
    next: Continuation,
  ): boolean {
    this.step();
    const { element, min, max, greedy } = quantifier;
    const again = (): boolean =>
      count < max &&
      this.element(
        element,
        position,
        // An iteration that consumed nothing is skipped.
        (end) => (end > position || count < min) && this.repeat(quantifier, count + 1, end, next),
      );
    const done = (): boolean => count >= min && next(position);
    return greedy ? again() || done() : done() || again();
  }

  private holds(assertion: AST.Assertion, position: number): boolean {
    if (assertion.kind === "lookahead")
      return this.anyOf(assertion.alternatives, position, () => true) !== assertion.negate;
    if (assertion.kind === "lookbehind") {
      const pattern = new RegExp(assertion.raw, `${this.flags.replace(/[gy]/g, "")}y`);
      pattern.lastIndex = this.text.slice(0, position).join("").length;
      return pattern.test(this.text.join(""));
    }
    const before = this.text[position - 1];
    const after = this.text[position];
    if (assertion.kind !== "word") {
      const neighbour = assertion.kind === "start" ? before : after;
      return neighbour === undefined || (this.flags.includes("m") && neighbour === "\n");
    }
    const isBoundary = isWord(before) !== isWord(after);
    return isBoundary !== assertion.negate;
  }

  private matches(element: AST.Element, position: number): boolean {
    this.step();
    const character = this.text[position];
    if (character === undefined) return false;
    const known = this.tests.get(element) ?? new Map<string, boolean>();
    this.tests.set(element, known);
    let result = known.get(character);
    if (result === undefined)
      known.set(character, (result = matchesCharacter(element, character, this.flags)));
    return result;
  }
}

/** True if an element that matches one character matches `character`. */
export function matchesCharacter(element: AST.Element, character: string, flags: string): boolean {
  return new RegExp(`^(?:${element.raw})$`, flags.replace(/[gmy]/g, "")).test(character);
}

export function isOneCharacter(element: AST.Element): boolean {
  return (
    element.type === "Character" ||
    element.type === "CharacterSet" ||
    element.type === "CharacterClass" ||
    element.type === "ExpressionCharacterClass"
  );
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /^\w$/.test(character);
}
