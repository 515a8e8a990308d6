// A program over hostile data: a program from the corpus, with the data inserted at some positions.

import type { Random } from "../../fuzz/random.ts";
import type { Corpus } from "../corpus.ts";
import { hostValue } from "../shapes/host-value.ts";
import { randomShape, type Taste } from "../shapes/random-shape.ts";
import type { Shape } from "../shapes/shape.ts";
import { sourceText } from "../shapes/source-text.ts";

export interface HostileProgram {
  /** Has the word SHAPE where the data is written out. */
  readonly source: string;
  /** The data that the host passes as `data/x`, and as the result of `tool/give`. */
  readonly shape: Shape;
}

const room = 100_000;
const longestSource = 600_000;
/** The maximum number of times that the data is written out. */
const mostSpelled = 4;

/** The ways for a program to get the data. */
const data: readonly string[] = [
  "data/x",
  "SHAPE",
  "'SHAPE",
  "(tool/give {})",
  "(vec (tool/give {}))",
  "(first data/x)",
  "(vals data/x)",
  "(do (def kept data/x) kept)",
];

export function hostileProgram(
  random: Random,
  corpus: Corpus,
  taste: Taste,
  forms: readonly string[],
): HostileProgram {
  const shape = randomShape(random, taste, Math.ceil(Math.exp(random.fraction() * Math.log(room))));
  const pieces = [...data, ...forms];
  let source = corpus.program(pieces);
  // If the program doesn't use the data, wrap it so that it does.
  if (!/SHAPE|data\/x|tool\/give/.test(source))
    source = random.chance(0.5)
      ? source.replace(/data\/\w+|\[[^[\]{}()]*\]/, () => random.pick(data))
      : `(let [x ${random.pick(data)} y ${random.pick(data)}] ${corpus.program(["x", "y", "x", "y"])})`;
  return { source, shape };
}

export function sourceOfProgram({ source, shape }: HostileProgram): string {
  let spelled = 0;
  let text: string | undefined;
  return source
    .replace(/SHAPE/g, () => (++spelled > mostSpelled ? "data/x" : (text ??= sourceText(shape))))
    .slice(0, longestSource);
}

export function hostOfProgram({ shape }: HostileProgram): {
  readonly context: Readonly<Record<string, unknown>>;
  readonly tools: Readonly<Record<string, () => unknown>>;
} {
  return { context: { x: hostValue(shape) }, tools: { give: () => hostValue(shape) } };
}
