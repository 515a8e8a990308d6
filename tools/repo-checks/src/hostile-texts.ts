// Makes hostile texts for a pattern that keep a backtracking engine busy. Each has a prefix that
// leads to a repetition, many copies of what it repeats, and an ending that can't match.
import type { AST } from "@eslint-community/regexpp";
import {
  charactersOf,
  isOneCharacter,
  matchesCharacter,
  type ParsedPattern,
} from "./pattern-steps.ts";

export interface HostileText {
  readonly prefix: string;
  readonly pump: string;
  readonly suffix: string;
}

/** Characters of all kinds; those named in the pattern are added. */
const usual = Array.from(" \n\tab_Zx01-+.:/\\\"'`<>{}()[]#;,=&~é中\u0301\u00ad😀");
/** Text after the repetition; the first of them matches hardly any pattern. */
const suffixes = ["\u0001", "", "\n", "!x"];
const mostPumps = 100;
const mostCharacters = 12;

/** A repetition with fewer iterations costs a number of steps that doesn't grow with the text. */
const fewTurns = 30;

/**
 * Returns texts for each repetition without a small bound, and none for a pattern without such a
 * part.
 */
export function hostileTexts(pattern: ParsedPattern): readonly HostileText[] {
  const maker = new TextMaker(pattern);
  for (const { elements } of pattern.root.alternatives) maker.walk(elements, "");
  return maker.texts();
}

export function hostileText({ prefix, pump, suffix }: HostileText, turns: number): string {
  return prefix + pump.repeat(turns) + suffix;
}

class TextMaker {
  private readonly flags: string;
  private readonly alphabet: readonly string[];
  private readonly pumps = new Set<string>();
  private readonly prefixes = new Set<string>([""]);

  constructor({ root, flags }: ParsedPattern) {
    this.flags = flags;
    this.alphabet = charactersOf([...new Set([...usual, ...namedIn(root.raw)])].join(""), flags);
  }

  texts(): HostileText[] {
    return [...this.pumps]
      .slice(0, mostPumps)
      .flatMap((pump) =>
        [...this.prefixes].flatMap((prefix) =>
          suffixes.map((suffix) => ({ prefix, pump, suffix })),
        ),
      );
  }

  /** Visits consecutive elements; `before` is a text that leads to them. */
  walk(elements: readonly AST.Element[], before: string): void {
    let lead = before;
    for (const element of elements) {
      this.enter(element, lead);
      lead += this.samples(element)[0] ?? "";
    }
  }

  private enter(element: AST.Element, lead: string): void {
    if (element.type === "Group" || element.type === "CapturingGroup")
      for (const { elements } of element.alternatives) this.walk(elements, lead);
    else if (element.type === "Assertion" && element.kind === "lookahead")
      for (const { elements } of element.alternatives) this.walk(elements, lead);
    else if (element.type === "Quantifier") {
      if (element.max > fewTurns) this.addRepetition(element.element, lead);
      this.enter(element.element, lead);
    }
  }

  private addRepetition(element: AST.Element, lead: string): void {
    if (this.prefixes.size < 6) this.prefixes.add(lead);
    const samples = this.samples(element);
    for (const sample of samples) this.pumps.add(sample);
    // A search restarts after each failure, so the texts also repeat the way to the repetition.
    for (const sample of ["", ...samples]) if (lead !== "") this.pumps.add(lead + sample);
    for (const sample of samples.slice(0, 3))
      for (const other of samples.slice(0, 3)) this.pumps.add(sample + other);
  }

  /** Returns texts that an element matches, the first of them short. */
  private samples(element: AST.Element): string[] {
    if (isOneCharacter(element))
      return this.alphabet
        .filter((character) => matchesCharacter(element, character, this.flags))
        .slice(0, mostCharacters);
    if (element.type === "Quantifier") {
      const inner = this.samples(element.element);
      const turns = Math.max(1, Math.min(element.min, fewTurns));
      return inner.map((text) => text.repeat(turns));
    }
    if (element.type === "Group" || element.type === "CapturingGroup")
      return element.alternatives.flatMap(({ elements }) => this.samplesOf(elements)).slice(0, 20);
    return [""];
  }

  private samplesOf(elements: readonly AST.Element[]): string[] {
    const parts = elements.map((element) => this.samples(element));
    const lengths = parts.map((part) => part.length);
    const count = Math.min(6, Math.max(1, ...lengths));
    return Array.from({ length: count }, (_, index) =>
      parts.map((part) => part[index % part.length] ?? "").join(""),
    );
  }
}

/** Returns the characters in a pattern's source: most of them match themselves. */
function namedIn(source: string): string[] {
  return Array.from(source).slice(0, 200);
}
