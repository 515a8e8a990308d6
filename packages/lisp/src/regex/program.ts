// A pattern as a program for the linear engine: places that take a character, joined by choices,
// groups and assertions. A repetition whose turn took no character ends there, as in Java: every
// part of it exists twice where that matters, once before a character was taken and once after, so
// that no loop of the program takes nothing.
//
//   a*     turn: choose → a → turn        (a?b?)*   turn: choose → a?b? ─ took something → turn
//               └──────→ next                            └───→ next  ←─ took nothing ─┘

import type { CharacterSet } from "./character-set.ts";
import { nullableTest } from "./nullable.ts";
import { PatternError, type RegexAssertion, type RegexNode } from "./tree.ts";

export type Instruction =
  | { readonly type: "take"; readonly set: CharacterSet; readonly next: number }
  /** Go on at `first`; at `second` if that fails. Replaced once both are known, in a loop. */
  | { readonly type: "choose"; readonly first: number; readonly second: number }
  /** The position is the start (even) or the end (odd) of a group. */
  | { readonly type: "mark"; readonly slot: number; readonly next: number }
  | { readonly type: "assert"; readonly assertion: RegexAssertion; readonly next: number }
  /** Goes on where the look-around of that number holds. */
  | { readonly type: "look"; readonly look: number; readonly next: number }
  | { readonly type: "match" };

/** A part of a pattern as instructions that begin at `start`. */
export interface InstructionList {
  readonly instructions: readonly Instruction[];
  readonly start: number;
}

/** What stands in look-around, to be matched over a text once, before the pattern itself. */
export interface LookProgram extends InstructionList {
  readonly behind: boolean;
  readonly negative: boolean;
}

export interface RegexProgram extends InstructionList {
  /** By number; each asks only for those before it. */
  readonly looks: readonly LookProgram[];
  /** All instructions, those of look-around too. */
  readonly size: number;
  /** Two for the match and two for each group. */
  readonly slotCount: number;
  /** What the tables of an engine that runs it take. */
  readonly memoryBytes: number;
}

type GroupNode = Extract<RegexNode, { type: "group" }>;
type LookNode = Extract<RegexNode, { type: "look" }>;
type RepeatNode = Extract<RegexNode, { type: "repeat" }>;

const mostInstructions = 10_000;
const mostParts = 100_000;
/** The most instructions times slots: the engine keeps the slots of every instruction. */
const mostCells = 1_000_000;

/** @throws PatternError `unsupported` for a pattern that is too large */
export function compileProgram(root: RegexNode, groupCount: number): RegexProgram {
  const slotCount = 2 + 2 * groupCount;
  const most = Math.min(mostInstructions, Math.floor(mostCells / slotCount));
  const whole: WholeProgram = { size: 0, parts: 0, most, looks: [], lookNumbers: new Map() };
  const program = instructionsOf(root, whole);
  const { looks, size } = whole;
  return { ...program, looks, size, slotCount, memoryBytes: size * (64 + 8 * slotCount) };
}

/** What the instructions of a pattern and of the look-around in it have in common. */
interface WholeProgram {
  size: number;
  parts: number;
  readonly most: number;
  readonly looks: LookProgram[];
  readonly lookNumbers: Map<RegexNode, number>;
}

function instructionsOf(root: RegexNode, whole: WholeProgram): InstructionList {
  const builder = new ProgramBuilder(root, whole);
  const match = builder.add({ type: "match" });
  return { start: builder.emit(root, match, match), instructions: builder.instructions };
}

class ProgramBuilder {
  readonly instructions: Instruction[] = [];
  private readonly isNullable = nullableTest();
  private readonly groupNumbers = new Map<RegexNode, number>();
  private readonly whole: WholeProgram;

  constructor(root: RegexNode, whole: WholeProgram) {
    this.whole = whole;
    this.numberGroups(root);
  }

  add(instruction: Instruction): number {
    if (++this.whole.size > this.whole.most) throw tooLarge();
    return this.instructions.push(instruction) - 1;
  }

  /**
   * The instruction at which `node` begins. What follows it is at `still` when nothing has been
   * taken since the turn of the innermost repetition began, and at `moved` when something has.
   */
  emit(node: RegexNode, still: number, moved: number): number {
    // Parts that match nothing make no instructions, and still take time to write out.
    if (++this.whole.parts > mostParts) throw tooLarge();
    const stay = this.isNullable(node) ? still : moved;
    switch (node.type) {
      case "set":
        return this.add({ type: "take", set: node.set, next: moved });
      case "assertion":
        return this.add({ type: "assert", assertion: node.assertion, next: still });
      case "look":
        return this.add({ type: "look", look: this.look(node), next: still });
      case "group":
        return this.group(node, stay, moved);
      case "sequence":
        return this.sequence(node.items, stay, moved);
      case "choice":
        return node.options
          .map((option) => this.emit(option, stay, moved))
          .reduceRight((second, first) => this.add({ type: "choose", first, second }));
      case "repeat":
        return this.repeat(node, stay, moved);
    }
  }

  private group(node: GroupNode, still: number, moved: number): number {
    const slot = 2 * (this.groupNumbers.get(node) ?? 0);
    const movedEnd = this.add({ type: "mark", slot: slot + 1, next: moved });
    const stillEnd =
      still === moved ? movedEnd : this.add({ type: "mark", slot: slot + 1, next: still });
    return this.add({ type: "mark", slot, next: this.emit(node.item, stillEnd, movedEnd) });
  }

  /** The number of a look-around; one that is written out several times is matched once. */
  private look(node: LookNode): number {
    const { looks, lookNumbers } = this.whole;
    const known = lookNumbers.get(node);
    if (known !== undefined) return known;
    const { item, behind, negative } = node;
    const program = instructionsOf(item, this.whole);
    const number = looks.push({ ...program, behind, negative }) - 1;
    lookNumbers.set(node, number);
    return number;
  }

  private sequence(items: readonly RegexNode[], still: number, moved: number): number {
    let [nextStill, nextMoved] = [still, moved];
    for (const [index, item] of [...items.entries()].reverse()) {
      const entry = this.emit(item, nextStill, nextMoved);
      if (nextStill === nextMoved) nextMoved = entry;
      else if (index > 0) nextMoved = this.emit(item, nextMoved, nextMoved);
      nextStill = entry;
    }
    return nextStill;
  }

  private repeat(node: RepeatNode, still: number, moved: number): number {
    const { min, max } = node;
    if (max === Infinity) return this.endless(node, still, moved);
    let next = moved;
    for (let turn = max - 1; turn >= 0; turn--)
      next = this.turn(node, turn < min, next, turn === 0 ? still : moved);
    return max === 0 ? still : next;
  }

  /**
   * `x{2,}` is written out as `xxx*`; where possible as `xx+`, so that the last turn that is
   * required is the body of the loop.
   */
  private endless(node: RepeatNode, still: number, moved: number): number {
    const { item, min } = node;
    const again = this.add({ type: "match" });
    const body = this.emit(item, moved, again);
    this.instructions[again] = chooseTurn(node, body, moved);
    if (min === 0) return still === moved ? again : this.turn(node, false, again, still);
    if (min === 1 && still !== moved) return this.turn(node, true, again, still);
    let next = body;
    for (let turn = min - 2; turn >= 0; turn--)
      next = this.turn(node, true, next, turn === 0 ? still : moved);
    return next;
  }

  /**
   * One turn written out: then `next`, or `after` when it took nothing or, unless it `mustBe`, is
   * left out.
   */
  private turn(node: RepeatNode, mustBe: boolean, next: number, after: number): number {
    const body = this.emit(node.item, after, next);
    return mustBe ? body : this.add(chooseTurn(node, body, after));
  }

  private numberGroups(node: RegexNode): void {
    switch (node.type) {
      case "group":
        this.groupNumbers.set(node, this.groupNumbers.size + 1);
        this.numberGroups(node.item);
        break;
      case "sequence":
        for (const item of node.items) this.numberGroups(item);
        break;
      case "choice":
        for (const option of node.options) this.numberGroups(option);
        break;
      case "repeat":
        this.numberGroups(node.item);
        break;
      default:
    }
  }
}

function tooLarge(): PatternError {
  return new PatternError(
    "unsupported",
    "the pattern is too large",
    "use fewer repetitions with counts, such as {2,500}",
  );
}

function chooseTurn(node: RepeatNode, body: number, after: number): Instruction {
  return node.lazy
    ? { type: "choose", first: after, second: body }
    : { type: "choose", first: body, second: after };
}
