// Ten missions that every mode can answer, with what a model would write for each of them: the
// program, the native calls, and the answer.

import type { AgentTools } from "@ptc/subagent";
import { Random } from "../fuzz/random.ts";

interface Row {
  readonly id: number;
  readonly customer: string;
  readonly status: "paid" | "open";
  readonly month: number;
  readonly total: number;
  readonly note: string;
}

const customers = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus"] as const;

/** The rows don't depend on chance or on each other. */
const random = new Random(2026);

const invoices: readonly Row[] = Array.from({ length: 2_000 }, (_, id) => ({
  id,
  customer: random.pick(customers),
  status: random.chance(0.6) ? "paid" : "open",
  month: 1 + random.below(12),
  total: 10 + random.below(500),
  note: `Invoice ${String(id)}, sent by mail and kept in folder ${String(id % 40)}.`,
}));

const areas = new Map(customers.map((name, index) => [name, index % 2 === 0 ? "north" : "south"]));

export const tools: AgentTools = {
  invoices: {
    description: "All invoices of a year.",
    signature:
      "(year :int) -> [{id :int, customer :string, status :string, month :int, total :int, note :string}]",
    expose: "both",
    cache: true,
    execute: () => invoices,
  },
  area: {
    description: "The area of a customer.",
    signature: "(customer :string) -> :string",
    expose: "both",
    cache: true,
    execute: ({ customer }) => areas.get(customer as (typeof customers)[number]) ?? "none",
  },
};

/** A native call of a model: the tool and its arguments. */
export type NativeCall = readonly [tool: string, args: Readonly<Record<string, unknown>>];

export interface ModeMission {
  readonly name: string;
  readonly prompt: string;
  readonly signature: string;
  readonly context?: Readonly<Record<string, unknown>>;
  /** The native calls of the model, if the mode allows them. Each list is one response. */
  readonly calls: readonly (readonly NativeCall[])[];
  /** An expression that computes the answer. */
  readonly program: string;
  readonly answer: unknown;
}

const all = "(tool/invoices {:year 2026})";
const allCalled: readonly (readonly NativeCall[])[] = [[["invoices", { year: 2026 }]]];
const paid = invoices.filter(({ status }) => status === "paid");
const sum = (rows: readonly Row[]): number => rows.reduce((total, row) => total + row.total, 0);
const byCustomer = customers.map((name) => ({
  name,
  total: sum(invoices.filter(({ customer }) => customer === name)),
}));
const text = "The parcel came on Monday, and the lamp in it was broken.";
const readings = Array.from({ length: 60 }, (_, index) => ((index * 17) % 23) - 5);

export const modeMissions: readonly ModeMission[] = [
  {
    name: "count",
    prompt: "How many invoices of 2026 are open?",
    signature: "() -> {open :int}",
    calls: allCalled,
    program: `{:open (count (filter #(= "open" (:status %)) ${all}))}`,
    answer: { open: invoices.length - paid.length },
  },
  {
    name: "sum",
    prompt: "What is the total of all paid invoices of 2026?",
    signature: "() -> :int",
    calls: allCalled,
    program: `(sum-by :total (filter #(= "paid" (:status %)) ${all}))`,
    answer: sum(paid),
  },
  {
    name: "top",
    prompt: "Which three customers have the largest sums of totals in 2026, the largest first?",
    signature: "() -> [:string]",
    calls: allCalled,
    program: `(->> ${all} (group-by :customer) (sort-by (fn [[_ rows]] (sum-by :total rows)) >) (map key) (take 3))`,
    answer: byCustomer
      .toSorted((left, right) => right.total - left.total)
      .slice(0, 3)
      .map(({ name }) => name),
  },
  {
    name: "group",
    prompt: "In which month of 2026 were most invoices sent?",
    signature: "() -> :int",
    calls: allCalled,
    program: `(->> ${all} (map :month) frequencies (sort-by (juxt (comp - val) key)) ffirst)`,
    answer: (() => {
      const counts = Array.from(
        { length: 12 },
        (_, month) => invoices.filter((row) => row.month === month + 1).length,
      );
      return 1 + counts.indexOf(Math.max(...counts));
    })(),
  },
  {
    name: "join",
    prompt: "What is the total of the invoices of 2026 of customers in the north?",
    signature: "() -> :int",
    calls: [
      [["invoices", { year: 2026 }]],
      customers.map((customer): NativeCall => ["area", { customer }]),
    ],
    program: `(let [rows ${all} north (set (filter #(= "north" (tool/area {:customer %})) (distinct (map :customer rows))))] (sum-by :total (filter #(north (:customer %)) rows)))`,
    answer: sum(
      invoices.filter(
        ({ customer }) => areas.get(customer as (typeof customers)[number]) === "north",
      ),
    ),
  },
  {
    name: "find",
    prompt: "What is the lowest id of an invoice of 2026 with a total above 505?",
    signature: "() -> :int",
    calls: allCalled,
    program: `(:id (first (filter #(> (:total %) 505) ${all})))`,
    answer: invoices.find(({ total }) => total > 505)?.id,
  },
  {
    name: "look up",
    prompt: "In which area is Ada?",
    signature: "() -> :string",
    calls: [[["area", { customer: "Ada" }]]],
    program: '(tool/area {:customer "Ada"})',
    answer: "north",
  },
  {
    name: "compare",
    prompt: "Are Ada and Ben in the same area?",
    signature: "() -> :bool",
    calls: [
      [
        ["area", { customer: "Ada" }],
        ["area", { customer: "Ben" }],
      ],
    ],
    program: '(= (tool/area {:customer "Ada"}) (tool/area {:customer "Ben"}))',
    answer: false,
  },
  {
    name: "data",
    prompt: "What is the mean of the readings, to two decimal places? {{readings}}",
    signature: "(readings [:int]) -> :float",
    context: { readings },
    calls: [],
    program: "(round (/ (reduce + data/readings) (count data/readings)) 2)",
    answer: Math.round((100 * readings.reduce((left, right) => left + right)) / 60) / 100,
  },
  {
    name: "text",
    prompt: "What was broken? {{message}}",
    signature: "(message :string) -> {item :string, day :string}",
    context: { message: text },
    calls: [],
    program: '{:item "lamp" :day "Monday"}',
    answer: { item: "lamp", day: "Monday" },
  },
];
