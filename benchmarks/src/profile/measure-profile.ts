// `npm run bench -- profile [--write]`: measures how long each stage of the typical program takes,
// and the cost of metering.
import { median, spread } from "../median.ts";
import { processorTime } from "../processor-time.ts";
import { heavyPrograms, orders, typicalProgram } from "../programs.ts";
import { sales } from "../peers/data.ts";
import { rowWorkloads } from "../peers/workloads/rows.ts";
import { markdownTable, writeReportPart } from "../report.ts";
import { bundledStages } from "./bundle.ts";
import type { Stages } from "./stages.ts";

const STAGE_PASSES = 400;
const METERING_ROUNDS = 21;
const BATCH_MS = 30;

type Context = Readonly<Record<string, unknown>>;

export async function measureProfile(options: readonly string[]): Promise<void> {
  const metered = await bundledStages(true);
  const unmetered = await bundledStages(false);
  console.log(
    `stages of the program of ${String(typicalProgram.length)} characters, median of ${String(STAGE_PASSES)} passes after as many to warm up`,
  );
  const few = await stageTimes(metered, { orders: orders(20) });
  const many = await stageTimes(metered, { orders: orders(1000) });
  printStages(few, "20 rows");
  printStages(many, "1,000 rows");
  console.log(`\nmetered / without metering: the same sources bundled twice, the second time without what counts steps and bytes;
processor time, in turns, median and quartiles of ${String(METERING_ROUNDS)} rounds; 1 means that counting costs nothing`);
  const costs: (readonly [name: string, ratio: string])[] = [];
  for (const [name, source, context] of meteredPrograms()) {
    const ratio = await meteringRatio(name, source, context, metered, unmetered);
    console.log(`${ratio.padStart(18)}  ${name}`);
    costs.push([name, ratio]);
  }
  writeReportPart(options, "profile", profileText(few, many, costs));
}

function profileText(
  few: readonly StageTime[],
  many: readonly StageTime[],
  costs: readonly (readonly [name: string, ratio: string])[],
): string {
  const share = (times: readonly StageTime[], index: number): string => {
    const once = times.slice(0, -1);
    const total = once.reduce((sum, { microseconds }) => sum + microseconds, 0);
    return `${((100 * (times[index]?.microseconds ?? Number.NaN)) / total).toFixed(0)} %`;
  };
  return `## Where the time of a program goes

A program of ${String(typicalProgram.length)} characters, as a model writes them, from its text to its answer. The numbers are shares of one run from source. The
last line is a later run of the prepared program, as a share of the same time.

${markdownTable(
  ["", "over 20 rows", "over 1,000 rows"],
  few.map(({ name }, index) => [name, share(few, index), share(many, index)]),
)}

## Cost of metering

We bundle the same sources twice, the second time without the code that counts steps and bytes. Each number is the time with metering
divided by the time without, with quartiles. 1 means that counting is free.

${markdownTable(["", "metered / without metering"], costs)}`;
}

interface StageTime {
  readonly name: string;
  readonly microseconds: number;
}

/**
 * Returns the medians of passes through all stages, so that each stage sees the processor's caches
 * as the previous stage left them.
 */
async function stageTimes(stages: Stages, context: Context): Promise<readonly StageTime[]> {
  const names = [
    "read",
    "analyze",
    "compile",
    "first run, which compiles the bodies of functions",
    "later run",
  ];
  const times = names.map((): number[] => []);
  for (let pass = 0; pass < 2 * STAGE_PASSES; pass += 1) {
    const marks = [performance.now()];
    const forms = stages.read(typicalProgram);
    marks.push(performance.now());
    const analyzed = stages.analyze(typicalProgram, forms);
    marks.push(performance.now());
    const code = stages.compile(typicalProgram, analyzed);
    marks.push(performance.now());
    for (let run = 0; run < 2; run += 1) {
      await stages.run(typicalProgram, analyzed, code, context);
      marks.push(performance.now());
    }
    if (pass >= STAGE_PASSES)
      times.forEach((list, stage) =>
        list.push((marks[stage + 1] ?? Number.NaN) - (marks[stage] ?? Number.NaN)),
      );
  }
  return names.map((name, stage) => ({ name, microseconds: median(times[stage] ?? []) * 1000 }));
}

function printStages(times: readonly StageTime[], size: string): void {
  for (const { name, microseconds } of times)
    console.log(`${microseconds.toFixed(1).padStart(10)} µs  ${name}, ${size}`);
}

function meteredPrograms(): readonly (readonly [string, string, Context])[] {
  return [
    ["the typical program over 1,000 rows", typicalProgram, { orders: orders(1000) }],
    ...[...heavyPrograms].map(([name, source]) => [name, source, {}] as const),
    ...rowWorkloads.map(({ name, programs, data }) => [name, programs.lisp, data ?? {}] as const),
    ["sum-by over 1,000 rows", "(sum-by :amount data/rows)", { rows: sales(1000) }],
  ];
}

async function meteringRatio(
  name: string,
  source: string,
  context: Context,
  metered: Stages,
  unmetered: Stages,
): Promise<string> {
  const [counting, free] = [
    await callOf(metered, source, context),
    await callOf(unmetered, source, context),
  ];
  if (JSON.stringify(counting.first.value) !== JSON.stringify(free.first.value))
    throw new Error(`${name}: without metering the answer differs`);
  if (counting.first.steps === 0 || free.first.steps + free.first.bytes !== 0)
    throw new Error(`${name}: metering is not off, or not on`);
  for (const { call } of [counting, free]) await batch(call, 5 * BATCH_MS);
  const ratios: number[] = [];
  for (let round = 0; round < METERING_ROUNDS; round += 1) {
    // Each of them goes first in turn, because the first leaves work for the second, such as
    // garbage.
    const isFreeFirst = round % 2 === 0;
    const early = await batch((isFreeFirst ? free : counting).call, BATCH_MS);
    const late = await batch((isFreeFirst ? counting : free).call, BATCH_MS);
    ratios.push(isFreeFirst ? late / early : early / late);
  }
  const { lower, median: middle, upper } = spread(ratios);
  return `${middle.toFixed(2)} (${lower.toFixed(2)}–${upper.toFixed(2)})`;
}

/** Compiles a program once and returns its call and the result of the first run. */
async function callOf(
  stages: Stages,
  source: string,
  context: Context,
): Promise<{
  readonly first: Awaited<ReturnType<Stages["run"]>>;
  readonly call: () => Promise<unknown>;
}> {
  const analyzed = stages.analyze(source, stages.read(source));
  const code = stages.compile(source, analyzed);
  return {
    first: await stages.run(source, analyzed, code, context),
    call: () => stages.run(source, analyzed, code, context),
  };
}

/**
 * Returns the milliseconds of processor time of one call; all calls together take `milliseconds`.
 */
async function batch(call: () => Promise<unknown>, milliseconds: number): Promise<number> {
  const startedAt = processorTime();
  let calls = 0;
  let elapsed: number;
  do {
    await call();
    calls += 1;
    elapsed = processorTime() - startedAt;
  } while (elapsed < milliseconds);
  return elapsed / calls;
}
