// A builtin's charge is in proportion to its work, whatever its elements are. Calls every builtin
// with expensive elements and compares processor time with a generous multiple of the charged steps
// and bytes. So limits also bound time.

import { beforeAll, expect, test } from "vitest";
import { run, type Limits, type LispStep } from "../../src/index.ts";
import { builtinLibrary } from "../../src/builtins/library/builtin-library.ts";
import { lazyCode } from "../../src/loading/lazy-code.ts";
import { isFull, isWhole } from "../sampled.ts";
import { slowness } from "../slowness.ts";

/** The number of times to make a cheap call, unless a limit ends it. */
const calls = isWhole ? 40 : 10;
const limits = {
  steps: isWhole ? 300_000 : 100_000,
  memoryBytes: 20_000_000,
  timeoutMs: 60_000,
} as const;
/** The step limit for elements that most builtins traverse until a limit ends them. */
const fewSteps = 20_000;

/** The allowed processor time of a run in milliseconds, many times its usual time. */
const forEachRun = 30;
const forEachStep = 0.000_6;
const forEachByte = 0.000_02;

/** A large integer. Calls return equal but distinct ones; two of them can still be multiplied. */
const digits = `1${"5a3".repeat(20_000)}`;
const hugeInteger = (): bigint => BigInt(`0x${digits}`);

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}

/** Small in memory, with 2^40 leaves. */
function unfolding(): unknown {
  let value: unknown = 1;
  for (let level = 0; level < 40; level++) value = [value, value];
  return value;
}

const nestedCollections = "nested collections";
const sharedCollections = "shared collections";

const elements: Readonly<Record<string, () => unknown>> = {
  "a huge integer": hugeInteger,
  "a huge negative integer": () => -hugeInteger(),
  "huge integers": () => Array.from({ length: 20 }, hugeInteger),
  "maps of huge integers": () =>
    Array.from({ length: 10 }, () => ({ a: hugeInteger(), b: hugeInteger() })),
  "large doubles": () => Array.from({ length: 2_000 }, (_, index) => 1e308 - index * 1e293),
  "equal large doubles": () => Array.from({ length: 2_000 }, () => 1e308),
  "numbers that are none": () => Array.from({ length: 1_000 }, () => [NaN]),
  [nestedCollections]: () => Array.from({ length: 100 }, () => nested(300)),
  [sharedCollections]: unfolding,
  "long keys": () =>
    Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [`${"k".repeat(50_000)}${String(index)}`, index]),
    ),
  "a long text": () => "ab".repeat(500_000),
  "a long text of spaces": () => " \n".repeat(500_000),
  "a long text of digits": () => "10".repeat(500_000),
  "a long text of quotation marks": () => '\\"'.repeat(500_000),
  "a long text of directives": () => "%,d".repeat(300_000),
  "a long directive": () => `%${"0".repeat(50_000)}`,
  "a long name of a group": () => `$${"0".repeat(50_000)}`,
  "a long text of one character": () => `e${"\u0301".repeat(500_000)}`,
  "long texts": () => Array.from({ length: 50 }, () => `${"a".repeat(50_000)}b`),
  "JSON of long integers": () => `[${"9".repeat(150_000)},${"9".repeat(150_000)}]`,
};

const usualShapes = ["(F X)", "(F X Y)", '(F X #"a?" Y)'];
const rareShapes = [
  "(F X 1)",
  "(F 1 X)",
  "(F identity X)",
  "(F [X 1] [Y 1])",
  '(F "%,d %.9e" X X)',
  '(F X "" X)',
  "(F #{X} #{Y})",
  "(F {X 1} Y)",
  "(F identity compare X)",
  '(F "a" X)',
  '(F X "a")',
  '(F #"b" X)',
  "(apply F X)",
  "(F + 0 X)",
  "(F 100000000 X)",
  "(F X 100000000)",
];
const shapes = isWhole ? [...usualShapes, ...rareShapes] : usualShapes;

interface Measured {
  readonly step: LispStep;
  readonly milliseconds: number;
}

interface Given {
  readonly context: Readonly<Record<string, unknown>>;
  readonly limits: Partial<Limits>;
}

async function measured(source: string, given: Given): Promise<Measured> {
  const before = process.cpuUsage();
  // Yielding is off, to measure the builtin alone and not a restart of the program.
  const step = await run(source, { ...given, yieldMs: Infinity });
  const { user, system } = process.cpuUsage(before);
  return { step, milliseconds: (user + system) / 1000 };
}

function takesTooLong({ step: { usage }, milliseconds }: Measured): boolean {
  const most = forEachRun + forEachStep * usage.steps + forEachByte * usage.memoryBytes;
  return milliseconds > most && milliseconds > most * slowness();
}

/**
 * Returns the complaint about a program that is too slow in every run. A single run may be slow
 * because the host compiles code or collects memory.
 */
async function complaintOf(source: string, given: Given): Promise<string | undefined> {
  let last = await measured(source, given);
  for (let again = 0; again < 4; again++) {
    if (!takesTooLong(last)) return undefined;
    last = await measured(source, given);
  }
  const { steps, memoryBytes } = last.step.usage;
  return `${source}: ${last.milliseconds.toFixed(0)} ms for ${String(steps)} steps and ${String(memoryBytes)} bytes`;
}

/** The interval between the builtins that are called in each shape. */
const every = isWhole ? 1 : isFull ? 4 : 16;

/** One name of each builtin. */
let names: readonly string[] = [];

beforeAll(async () => {
  await lazyCode.loadLanguage();
  names = [...builtinLibrary.all()].map(({ name }) => name);
});

test.each(Object.keys(elements))(
  "charges every builtin over %s",
  { timeout: 600_000 },
  async (element) => {
    const make = elements[element];
    if (make === undefined) throw new Error(`${element} is not in the table`);
    const isWalked = element === nestedCollections || element === sharedCollections;
    const given = {
      context: { x: make(), y: make() },
      limits: isWalked ? { ...limits, steps: fewSteps } : limits,
    };
    const complaints: string[] = [];
    for (const [place, shape] of shapes.entries())
      for (const name of names.filter((_, index) => (index + place) % every === 0)) {
        const call = shape.replace("F", name).replaceAll("X", "data/x").replaceAll("Y", "data/y");
        // The program returns nothing, because converting a result is not the builtin's work.
        const complaint = await complaintOf(`(dotimes [_ ${String(calls)}] ${call})`, given);
        if (complaint !== undefined) complaints.push(complaint);
      }
    expect(complaints).toEqual([]);
  },
);
