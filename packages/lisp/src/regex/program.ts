// A pattern as a program for the linear engine: instructions that take a character, connected by
// choices, groups and assertions. A repetition ends at an iteration that took no character, as in
// Java. So where it matters, every part exists twice: before and after a character was taken. This
// way no loop of the program takes nothing.
//
//   a*     turn: choose → a → turn        (a?b?)*   turn: choose → a?b? ─ took something → turn
//               └──────→ next                            └───→ next  ←─ took nothing ─┘

import type { CharacterSet } from "./character-set.ts";
import { nullableTest } from "./nullable.ts";
import { PatternError, type RegexAssertion, type RegexNode } from "./tree.ts";

export type Instruction =
  | { readonly type: "take"; readonly set: CharacterSet; readonly next: number }
  /**
   * Continues at `first`, or at `second` if that fails. In a loop it is replaced once both are
   * known.
   */
  | { readonly type: "choose"; readonly first: number; readonly second: number }
  /** Stores the position as the start (even slot) or the end (odd slot) of a group. */
  | { readonly type: "mark"; readonly slot: number; readonly next: number }
  | { readonly type: "assert"; readonly assertion: RegexAssertion; readonly next: number }
  /** Continues if the look-around with that number matches. */
  | { readonly type: "look"; readonly look: number; readonly next: number }
  | { readonly type: "match" };

/** A part of a pattern as instructions that begin at `start`. */
export interface InstructionList {
  readonly instructions: readonly Instruction[];
  readonly start: number;
}

/** The content of a look-around, matched over a text once, before the pattern itself. */
export interface LookProgram extends InstructionList {
  readonly behind: boolean;
  readonly negative: boolean;
}

export interface RegexProgram extends InstructionList {
  /** The look-arounds by number. Each one depends only on those before it. */
  readonly looks: readonly LookProgram[];
  /** The number of all instructions, including look-around. */
  readonly size: number;
  /** Two for the match and two for each group. */
  readonly slotCount: number;
  /** The bytes of the tables of an engine that runs it. */
  readonly memoryBytes: number;
}

type GroupNode = Extract<RegexNode, { type: "group" }>;
type LookNode = Extract<RegexNode, { type: "look" }>;
type RepeatNode = Extract<RegexNode, { type: "repeat" }>;

const mostInstructions = 10_000;
const mostParts = 100_000;
/**
 * The maximum of instructions times slots, because the engine stores the slots of every
 * instruction.
 */
const mostCells = 1_000_000;

/**
 * Compiles a pattern for the linear engine.
 * @throws PatternError `unsupported` for a pattern that is too large
 */
export function compileProgram(root: RegexNode, groupCount: number): RegexProgram {
  const slotCount = 2 + 2 * groupCount;
  const most = Math.min(mostInstructions, Math.floor(mostCells / slotCount));
  const whole: WholeProgram = { size: 0, parts: 0, most, looks: [], lookNumbers: new Map() };
  const program = instructionsOf(root, whole);
  const { looks, size } = whole;
  return { ...program, looks, size, slotCount, memoryBytes: size * (64 + 8 * slotCount) };
}

/** The state shared by the instructions of a pattern and of its look-around. */
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
   * Returns the instruction at which `node` begins. It continues at `still` if nothing has been
   * taken since the current iteration of the innermost repetition began, and at `moved` otherwise.
   */
  emit(node: RegexNode, still: number, moved: number): number {
    // Parts that match nothing create no instructions, but expanding them takes time.
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

  /** Returns the number of a look-around. One that is expanded several times is matched once. */
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
   * Expands `x{2,}` to `xxx*`, or to `xx+` where possible, so that the last required iteration is
   * the body of the loop.
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
   * Writes one iteration. It continues at `next`, or at `after` if it took nothing or, unless it
   * `mustBe`, was skipped.
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
