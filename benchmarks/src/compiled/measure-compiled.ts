// `npm run bench -- compiled [--write]`: measures a compiled agent over 10,000 rows, with a run for
// each row and one run for all, next to the same work in plain JavaScript. Also estimates the cost
// of asking a model for each row.
import { createScriptedModel } from "@ptc/llm";
import { estimateUsage } from "@ptc/llm/adapter";
import { prepare, run as runProgram } from "@ptc/lisp";
import { defineAgent, run } from "@ptc/subagent";
import { compileAgent, type CompiledAgent } from "@ptc/subagent/compiled";
import { median } from "../median.ts";
import { processorTime } from "../processor-time.ts";
import { seededRandom } from "../random.ts";
import { markdownTable, ratioText, writeReportPart } from "../report.ts";

const ROWS = 10_000;
const REPEATS = 7;

interface Order {
  readonly country: string;
  readonly weight: number;
  readonly express: boolean;
  readonly lines: readonly { readonly qty: number; readonly price: number }[];
}

const orderType =
  "{country :string, weight :float, express :bool, lines [{qty :int, price :float}]}";
const rules = `Work out the shipping fee of an order. Inside of DE: 4.9 up to a weight of 2, 8.9 up to 10, 14.9 above. Abroad the same plus 6. Express doubles it. From a worth of its lines of 100 on it is free inside of DE, unless it is express.`;

const feeOf = `(fn [{:keys [country weight express lines]}]
    (let [worth (reduce + (map (fn [line] (* (:qty line) (:price line))) lines))
          home? (= country "DE")
          base (cond (<= weight 2) 4.9 (<= weight 10) 8.9 :else 14.9)
          fee (* (if home? base (+ base 6)) (if express 2 1))]
      (double (if (and home? (not express) (>= worth 100)) 0 fee))))`;

const one = defineAgent({ prompt: rules, signature: `(order ${orderType}) -> :float` });
const all = defineAgent({ prompt: rules, signature: `(orders [${orderType}]) -> [:float]` });
const programOfOne = `(return (${feeOf} data/order))`;
const programOfAll = `(return (mapv ${feeOf} data/orders))`;

export async function measureCompiled(options: readonly string[]): Promise<void> {
  const orders = ordersOf(ROWS);
  const fees = orders.map(fee);
  const samples = orders.slice(0, 5);
  const ofOne = await compiled(
    one,
    programOfOne,
    samples.map((order) => ({ context: { order }, expected: fee(order) })),
  );
  const ofAll = await compiled(all, programOfAll, [
    { context: { orders: samples }, expected: samples.map(fee) },
  ]);
  const works: readonly (readonly [name: string, work: () => Promise<readonly unknown[]>])[] = [
    ["plain JavaScript", () => Promise.resolve(orders.map(fee))],
    ["one run of the compiled agent over all rows", () => overAll(ofAll.compiled, orders)],
    ["a run of the compiled agent for each row", () => forEach(ofOne.compiled, orders)],
    [
      "a run of the same program for each row, from source, without an agent",
      () => forEachProgram(orders),
    ],
    ["the same, prepared once", () => forEachPrepared(orders, "auto")],
    ["the same, prepared once, as closures alone", () => forEachPrepared(orders, "never")],
  ];
  const times = works.map((): number[] => []);
  // Takes turns, so that other work of the machine affects all of them. The first round warms up.
  for (let round = 0; round <= REPEATS; round += 1)
    for (const [index, [name, work]] of works.entries()) {
      const startedAt = processorTime();
      const answers = await work();
      if (round > 0) times[index]?.push(processorTime() - startedAt);
      if (answers.length !== fees.length || answers.some((answer, row) => answer !== fees[row]))
        throw new Error(`${name}: another answer than plain JavaScript`);
    }
  const [plain = Number.NaN, ...others] = times.map(median);
  const lines = works
    .slice(1)
    .map(([name], index) => [name, ratioText((others[index] ?? Number.NaN) / plain)]);
  for (const [name, ratio] of lines) console.log(`${ratio?.padStart(8) ?? ""}  ${name ?? ""}`);
  const onPaper = await tokensOfRows(orders);
  const once = ofOne.tokens;
  console.log(
    `tokens: ${String(once)} to compile, ${String(onPaper)} for a request for each of ${String(ROWS)} rows`,
  );
  writeReportPart(
    options,
    "compiled",
    `## A compiled agent over 10,000 rows

The program computes shipping fees from four fields and a list in each row. A model wrote it once, and \`compileAgent\` tried it on five samples. Times are multiples of plain JavaScript
(processor time, medians of ${String(REPEATS)} alternating rounds). Each run checks its row against the signature and the samples, and its answer against the signature.

${markdownTable(["", "times plain JavaScript"], lines)}

Estimated as a quarter of the characters, compiling takes ${tokensText(once)} tokens, once. A request for each row, with the messages that \`run\` sends, takes ${tokensText(onPaper)}
tokens for the ${String(ROWS)} rows, ${ratioText(onPaper / once)} times as many. From the ${ordinal(once / (onPaper / ROWS))} row on, compiling is cheaper.`,
  );
}

type One = CompiledAgent<{ order: Order }, number>;
type All = CompiledAgent<{ orders: readonly Order[] }, readonly number[]>;

/** Returns the agent compiled with this program, and the tokens for writing it. */
async function compiled<Input, Output, Deps>(
  agent: Parameters<typeof compileAgent<Input, Output, Deps>>[0],
  program: string,
  samples: readonly unknown[],
): Promise<{ readonly compiled: CompiledAgent<Input, Output, Deps>; readonly tokens: number }> {
  const llm = createScriptedModel([program]);
  const options = { llm, samples } as unknown as Parameters<
    typeof compileAgent<Input, Output, Deps>
  >[1];
  const result = await compileAgent(agent, options);
  if (!result.ok) throw new Error(result.fail.message);
  return { compiled: result.compiled, tokens: tokensOf(llm, program) };
}

async function overAll(agent: unknown, orders: readonly Order[]): Promise<readonly unknown[]> {
  const step = await (agent as All).run({ context: { orders } });
  if (!step.ok) throw new Error(step.fail.message);
  return step.return;
}

async function forEach(agent: unknown, orders: readonly Order[]): Promise<readonly unknown[]> {
  const answers: unknown[] = [];
  for (const order of orders) {
    const step = await (agent as One).run({ context: { order } });
    if (!step.ok) throw new Error(step.fail.message);
    answers.push(step.return);
  }
  return answers;
}

async function forEachProgram(orders: readonly Order[]): Promise<readonly unknown[]> {
  const answers: unknown[] = [];
  for (const order of orders) {
    const step = await runProgram(programOfOne, { context: { order } });
    if (!step.ok) throw new Error(step.fail.message);
    answers.push(step.return);
  }
  return answers;
}

async function forEachPrepared(
  orders: readonly Order[],
  generate: "auto" | "never",
): Promise<readonly unknown[]> {
  const prepared = await prepare(programOfOne, { generate });
  if (!prepared.ok) throw new Error(prepared.errors[0]?.message ?? "wrong");
  const answers: unknown[] = [];
  for (const order of orders) {
    const step = await prepared.program.run({ context: { order } });
    if (!step.ok) throw new Error(step.fail.message);
    answers.push(step.return);
  }
  return answers;
}

/** Estimates the tokens of requests and responses for all rows, based on a hundred of them. */
async function tokensOfRows(orders: readonly Order[]): Promise<number> {
  const looked = orders.slice(0, 100);
  let tokens = 0;
  for (const order of looked) {
    const answer = `(return ${String(fee(order))})`;
    const llm = createScriptedModel([answer]);
    const step = await run(one, { llm, context: { order } });
    if (!step.ok) throw new Error(step.fail.message);
    tokens += tokensOf(llm, answer);
  }
  return Math.round((tokens * orders.length) / looked.length);
}

function tokensOf({ requests }: ReturnType<typeof createScriptedModel>, answer: string): number {
  const content = [{ type: "text", text: answer } as const];
  return requests.reduce((sum, request) => {
    const { inputTokens, outputTokens } = estimateUsage(request, { content });
    return sum + inputTokens + outputTokens;
  }, 0);
}

function fee({ country, weight, express, lines }: Order): number {
  const worth = lines.reduce((sum, { qty, price }) => sum + qty * price, 0);
  const isHome = country === "DE";
  const base = weight <= 2 ? 4.9 : weight <= 10 ? 8.9 : 14.9;
  if (isHome && !express && worth >= 100) return 0;
  return (isHome ? base : base + 6) * (express ? 2 : 1);
}

function ordersOf(count: number): readonly Order[] {
  const random = seededRandom(7);
  const below = (limit: number): number => Math.floor(random() * limit);
  return Array.from({ length: count }, () => ({
    country: ["DE", "FR", "PL"][below(3)] ?? "DE",
    weight: below(150) / 10,
    express: random() < 0.2,
    lines: Array.from({ length: 1 + below(4) }, () => ({
      qty: 1 + below(5),
      price: below(5_000) / 100,
    })),
  }));
}

function tokensText(tokens: number): string {
  return tokens.toLocaleString("en-US");
}

/** Returns the ordinal number of the first row at or after `value`. */
function ordinal(value: number): string {
  const rank = Math.ceil(value);
  return `${String(rank)}${["th", "st", "nd", "rd"][rank] ?? "th"}`;
}
