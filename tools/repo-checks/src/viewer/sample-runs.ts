// Records sample runs: those of the guide "Debug a failed run", one with child agents side by side,
// and one that waits. The answers were written by a language model for these prompts.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { asTool, defineAgent, run } from "@ptc/subagent";
import { createMissionTracer } from "@ptc/tracer/node";
import { sampleModel } from "./sample-model.ts";

export interface SampleRuns {
  /** The folder of the traces. */
  readonly folder: string;
  readonly checkpoint: string;
}

const price = (usage: { readonly inputTokens: number; readonly outputTokens: number }) =>
  (usage.inputTokens * 3 + usage.outputTokens * 15) / 1_000_000;

/** Records all sample runs in `folder`. */
export async function recordSampleRuns(folder: string): Promise<SampleRuns> {
  const traces = join(folder, "traces");
  mkdirSync(traces, { recursive: true });
  await recordOwed(join(traces, "1-owed.jsonl"), false);
  await recordOwed(join(traces, "2-owed-repaired.jsonl"), true);
  await recordResearch(join(traces, "3-research.jsonl"));
  const checkpoint = await recordRefunds(join(traces, "4-refunds.jsonl"), folder);
  return { folder: traces, checkpoint };
}

const customers = ["Alder", "Birch", "Cedar", "Dogwood", "Elm", "Fir", "Ginkgo", "Hazel"];
const invoices = Array.from({ length: 400 }, (_, index) => ({
  number: 2_000 + index,
  customer: customers[(index * 7) % customers.length] ?? "",
  cents: 1_000 + ((index * 7_919) % 90_000),
  status: index % 3 === 0 ? "open" : "paid",
  _iban: `DE44 5001 0517 ${String(10_000_000 + index * 7_717)}`,
}));

/** The run of the guide: the tool's contract is unknown to the model, or known. */
async function recordOwed(path: string, isRepaired: boolean): Promise<void> {
  const execute = ({ page }: { readonly page?: number }) => {
    if (page === undefined || page < 1 || page > 8)
      throw new Error("page is missing: pass a page from 1 to 8");
    return { pages: 8, rows: invoices.slice((page - 1) * 50, page * 50) };
  };
  const agent = defineAgent({
    name: "receivables",
    prompt: "Which three customers owe us the most, and how many euros each?",
    signature: "() -> [{customer :string, euros :float}]",
    maxTurns: 2,
    tools: {
      invoices: isRepaired
        ? {
            description: "Returns one of 8 pages of invoices. Pages count from 1.",
            signature:
              "(page :int) -> {pages :int, rows [{number :int, customer :string, cents :int, status :string}]}",
            execute,
          }
        : { description: "Returns invoices.", execute },
    },
  });
  const answers = isRepaired ? repairedAnswers : failedAnswers;
  await recorded(path, agent, answers, 900);
}

const failedAnswers = [
  `I'll load the invoices and look at the open ones.

\`\`\`clojure
(def invoices (tool/invoices))
(def open (filter #(= (:status %) "open") invoices))
(println (count open) "open invoices, such as" (first open))
\`\`\``,
  `Invoices come in pages, so I load all eight and add up what is open.

\`\`\`clojure
(def rows
  (mapcat :rows (pmap #(tool/invoices {:page %}) (range 1 9))))
(def open (filter #(= (:status %) "open") rows))
(println (count rows) "invoices," (count open) "open")
(return
  (->> (group-by :customer open)
       (map (fn [[name owed]]
              {:customer name
               :euros (reduce + (map #(:amount %) owed))}))
       (sort-by :euros >)
       (take 3)))
\`\`\``,
];

const repairedAnswers = [
  `All pages at once, then the open invoices by customer.

\`\`\`clojure
(def rows
  (mapcat :rows (pmap #(tool/invoices {:page %}) (range 1 9))))
(def open (filter #(= (:status %) "open") rows))
(return
  (->> (group-by :customer open)
       (map (fn [[name owed]]
              {:customer name
               :euros (/ (reduce + (map :cents owed)) 100)}))
       (sort-by :euros >)
       (take 3)))
\`\`\``,
];

async function recordResearch(path: string): Promise<void> {
  const reader = defineAgent({
    name: "reader",
    prompt: "How often does {{supplier}} deliver late? Read its reviews with tool/reviews.",
    signature: "(supplier :string) -> {late :int, reviews :int}",
    tools: {
      reviews: {
        signature: "(supplier :string, page :int) -> [{text :string, late :bool}]",
        execute: async ({
          supplier,
          page,
        }: {
          readonly supplier: string;
          readonly page: number;
        }) => {
          await sleep(60 + ((supplier.length * 37 + page * 53) % 140));
          return Array.from({ length: 40 }, (_, index) => ({
            text: `Order ${String(page)}-${String(index)} of ${supplier}: ${"well packed, friendly, ".repeat(6)}thanks.`,
            late: (index * supplier.length) % 5 === 0,
          }));
        },
      },
    },
    llm: sampleModel("claude-haiku-5", readerAnswer, 220),
  });
  const agent = defineAgent({
    name: "supply-desk",
    prompt: "Which of the suppliers in data/suppliers deliver late most often? Have each one read.",
    signature: "(suppliers [:string]) -> [{supplier :string, percent :float}]",
    tools: { read: asTool(reader) },
  });
  await recorded(path, agent, researchAnswers, 700, { suppliers: customers.slice(0, 6) });
}

function readerAnswer({ messages }: { readonly messages: readonly unknown[] }): string {
  return messages.length < 3
    ? `\`\`\`clojure
(def pages (pmap #(tool/reviews {:supplier data/supplier :page %}) (range 1 5)))
(def reviews (apply concat pages))
(println (count reviews) "reviews," (count (filter :late reviews)) "late")
\`\`\``
    : `\`\`\`clojure
(return {:late (count (filter :late reviews)) :reviews (count reviews)})
\`\`\``;
}

const researchAnswers = [
  `Each supplier is read by its own agent, all at once.

\`\`\`clojure
(def found
  (vec (pmap (fn [supplier]
               (assoc (tool/read {:supplier supplier}) :supplier supplier))
             data/suppliers)))
(println (map (juxt :supplier :late :reviews) found))
\`\`\``,
  `\`\`\`clojure
(return
  (->> found
       (map (fn [{:keys [supplier late reviews]}]
              {:supplier supplier :percent (* 100.0 (/ late reviews))}))
       (sort-by :percent >)))
\`\`\``,
];

async function recordRefunds(path: string, folder: string): Promise<string> {
  const agent = defineAgent({
    name: "refund-desk",
    prompt: "Refund the damaged orders in data/orders.",
    signature: "(orders [{id :int, cents :int}]) -> [:string]",
    tools: {
      refund: {
        description: "Refunds an order.",
        signature: "(id :int, cents :int) -> :string",
        needsApproval: ({ cents }: { readonly cents: number }) => cents > 5_000,
        execute: ({ id }: { readonly id: number }) => `order ${String(id)} refunded`,
      },
    },
  });
  const orders = [1_200, 18_900, 2_500, 7_300].map((cents, index) => ({ id: 71 + index, cents }));
  const step = await recorded(
    path,
    agent,
    [
      `\`\`\`clojure
(return (vec (pmap #(tool/refund {:id (:id %) :cents (:cents %)}) data/orders)))
\`\`\``,
    ],
    600,
    { orders },
  );
  if (step.status !== "waiting") throw new Error("the sample run of refunds should wait");
  const checkpoint = join(folder, "refunds.checkpoint.json");
  writeFileSync(checkpoint, JSON.stringify(step.checkpoint));
  return checkpoint;
}

async function recorded(
  path: string,
  agent: Parameters<typeof run>[0],
  answers: readonly string[],
  delayMs: number,
  context: Readonly<Record<string, unknown>> = {},
) {
  const trace = createMissionTracer(path);
  const rest = [...answers];
  const llm = sampleModel("claude-sonnet-5", () => rest.shift() ?? '(fail "done")', delayMs);
  try {
    return await run(agent, { llm, trace, context, price } as Parameters<typeof run>[1]);
  } finally {
    trace.close();
  }
}
