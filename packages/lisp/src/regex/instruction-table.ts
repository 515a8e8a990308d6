// Instructions as numbers in arrays, the form that engines run: the kind of each, the next one, and
// its other data.

import type { CharacterSet } from "./character-set.ts";
import type { Instruction } from "./program.ts";
import { SetTest, asciiSize } from "./set-test.ts";

export const kinds: Readonly<Record<Instruction["type"], number>> = {
  take: 0,
  match: 1,
  choose: 2,
  mark: 3,
  assert: 4,
  look: 5,
};

export class InstructionTable {
  readonly size: number;
  readonly kinds: Uint8Array;
  readonly nexts: Int32Array;
  /** The second choice, the slot to set, or the number of the look-around. */
  readonly others: Int32Array;
  readonly tests: readonly (SetTest | undefined)[];

  constructor(instructions: readonly Instruction[]) {
    const tests = new Map<CharacterSet, SetTest>();
    this.size = instructions.length;
    this.kinds = Uint8Array.from(instructions, ({ type }) => kinds[type]);
    this.nexts = Int32Array.from(instructions, nextOf);
    this.others = Int32Array.from(instructions, otherOf);
    this.tests = instructions.map((instruction) =>
      instruction.type === "take" ? testOf(tests, instruction.set) : undefined,
    );
  }

  /** True if the instruction at `place` takes the character `code`; -1 is the end of the text. */
  takes(place: number, code: number): boolean {
    const test = this.tests[place];
    if (code < 0 || test === undefined) return false;
    return code < asciiSize ? test.ascii[code] === 1 : test.holds(code);
  }
}

function nextOf(instruction: Instruction): number {
  return instruction.type === "choose"
    ? instruction.first
    : instruction.type === "match"
      ? 0
      : instruction.next;
}

function otherOf(instruction: Instruction): number {
  switch (instruction.type) {
    case "choose":
      return instruction.second;
    case "mark":
      return instruction.slot;
    case "look":
      return instruction.look;
    default:
      return 0;
  }
}

function testOf(tests: Map<CharacterSet, SetTest>, set: CharacterSet): SetTest {
  let test = tests.get(set);
  if (test === undefined) tests.set(set, (test = new SetTest(set)));
  return test;
}
