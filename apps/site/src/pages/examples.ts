// The examples of the playground. A test runs each of them.

import type { MockTool, PlaygroundState } from "../state/playground-state.ts";

export interface PlaygroundExample extends PlaygroundState {
  readonly title: string;
}

const orders = JSON.stringify(
  {
    orders: [
      { id: 1, customer: "ann", status: "open", amount: 20, due: "2026-02-01" },
      { id: 2, customer: "bob", status: "open", amount: 95, due: "2026-01-15" },
      { id: 3, customer: "ann", status: "paid", amount: 300, due: "2026-01-03" },
      { id: 4, customer: "cleo", status: "open", amount: 61.5, due: "2026-03-09" },
      { id: 5, customer: "bob", status: "open", amount: 30, due: "2026-02-20" },
    ],
  },
  undefined,
  2,
);

const inventory = "sku,name,stock,price\nA1,Lamp,4,29.90\nB2,Desk,0,310\nC3,Chair,12,89.50\n";

function example(
  title: string,
  program: string,
  { data = "", tools = [] }: { readonly data?: string; readonly tools?: readonly MockTool[] } = {},
): PlaygroundExample {
  return { title, program: `${program.trim()}\n`, data, tools };
}

const cityTool: MockTool = {
  name: "city_of",
  signature: "(customer :string) -> {city :string, vip :bool}",
  kind: "javascript",
  body: `({ customer }) => ({
  city: { ann: "Oslo", bob: "Turin" }[customer] ?? "Lyon",
  vip: customer === "bob",
})`,
};

export const examples: readonly PlaygroundExample[] = [
  example(
    "The largest open debt",
    `
(->> (filter #(= "open" (:status %)) data/orders)
     (group-by :customer)
     (map (fn [[customer rows]]
            {:customer customer :due (sum-by :amount rows)}))
     (max-by :due))`,
    { data: orders },
  ),
  example(
    "Read CSV",
    `
; A table without a name is data/rows. Its fields are texts.
(for [{:keys [name stock price]} data/rows
      :when (pos? (parse-long stock))]
  {:name name :value (* (parse-long stock) (parse-double price))})`,
    { data: inventory },
  ),
  example(
    "Call a tool for each row",
    `
; The five calls run at the same time.
(->> data/orders
     (pmap (fn [order] (assoc order :city (:city (tool/city_of {:customer (:customer order)})))))
     (map #(select-keys % [:id :city]))
     (print-table))`,
    { data: orders, tools: [cityTool] },
  ),
  example(
    "Write only what is needed",
    `
; The effects table shows before the run: at most one reminder for each order.
(defn late? [{:keys [status due]}]
  (and (= status "open") (neg? (compare due "2026-02-01"))))

(doseq [{:keys [id amount] :as order} data/orders
        :when (late? order)]
  (tool/remind {:id id :amount amount}))
(count (filter late? data/orders))`,
    {
      data: orders,
      tools: [
        {
          name: "remind",
          signature: "(id :int, amount :float) -> :string",
          kind: "answer",
          body: '"sent"',
        },
      ],
    },
  ),
  example(
    "Join two tables",
    `
(let [by-id (into {} (map (juxt :id identity) data/customers))]
  (for [{:keys [customer total]} data/invoices]
    {:name (:name (by-id customer)) :total total}))`,
    {
      data: JSON.stringify(
        {
          customers: [
            { id: "c1", name: "Ann" },
            { id: "c2", name: "Bob" },
          ],
          invoices: [
            { customer: "c2", total: 120 },
            { customer: "c1", total: 80 },
          ],
        },
        undefined,
        2,
      ),
    },
  ),
  example(
    "An error with a hint",
    `
; Names of other languages get advice. Write count instead of len.
(len data/orders)`,
    { data: orders },
  ),
  example(
    "A limit",
    `
; Every step counts. An endless loop ends at the limit, at the same place on every host.
(loop [n 0]
  (recur (inc n)))`,
  ),
  example(
    "Lazy sequences",
    `
(defn primes []
  (letfn [(sieve [[p & more]]
            (lazy-seq (cons p (sieve (remove #(zero? (mod % p)) more)))))]
    (sieve (iterate inc 2))))
(take 15 (primes))`,
  ),
  example(
    "Catch a failing tool",
    `
(for [id [1 2 3]]
  (try
    (:price (tool/price {:id id}))
    (catch Exception e (ex-message e))))`,
    {
      tools: [
        {
          name: "price",
          signature: "(id :int) -> {price :float}",
          kind: "javascript",
          body: `({ id }) => {
  if (id === 2) throw new Error("no price for 2");
  return { price: id * 9.5 };
}`,
        },
      ],
    },
  ),
  example(
    "Texts and patterns",
    `
(->> (re-seq #"(\\w+)@(\\w+\\.\\w+)" data/mail)
     (map (fn [[_ user host]] {:user user :host host}))
     (group-by :host))`,
    { data: JSON.stringify({ mail: "Write to ann@example.org, bob@example.org or cy@test.net." }) },
  ),
  example(
    "Dates",
    `
(->> data/orders
     (map (fn [{:keys [id due]}]
            {:id id :weekday (str (.getDayOfWeek (LocalDate/parse due)))}))
     (group-by :weekday)
     (map (fn [[day rows]] [day (map :id rows)]))
     (into (sorted-map)))`,
    { data: orders },
  ),
  example(
    "Hidden fields",
    `
; Fields that begin with _ are firewalled: programs use them, prints hide them from models.
(let [account (first data/accounts)]
  (println account)
  (count (:_iban account)))`,
    { data: JSON.stringify({ accounts: [{ name: "Ann", _iban: "NO9386011117947" }] }) },
  ),
];
