// Work on input rows, like a program that processes the result of a tool or database.
import { sales } from "../data.ts";
import { fasterThanAll, noSlower, within, type Workload } from "../workload.ts";

const orders = sales(1000);
const rows = sales(10_000);

export const rowWorkloads: readonly Workload[] = [
  {
    name: "filter, map, reduce over 1,000 orders",
    start: "source",
    data: { orders },
    programs: {
      lisp: '(->> data/orders (filter #(= (:status %) "paid")) (map #(* (:price %) (:quantity %))) (reduce + 0))',
      python:
        'sum([order["price"] * order["quantity"] for order in orders if order["status"] == "paid"])',
      javascript:
        'return orders.filter((order) => order.status === "paid").map((order) => order.price * order.quantity).reduce((sum, value) => sum + value, 0);',
      clojure:
        '(->> orders (filter #(= (:status %) "paid")) (map #(* (:price %) (:quantity %))) (reduce + 0))',
    },
    targets: [...fasterThanAll, within("plain", 3)],
  },
  {
    name: "group-by over 10,000 rows",
    start: "source",
    data: { rows },
    programs: {
      lisp: "(update-vals (group-by :customer data/rows) count)",
      python:
        'groups = {}\nfor row in rows:\n    groups.setdefault(row["customer"], []).append(row)\n{customer: len(group) for customer, group in groups.items()}',
      javascript:
        "const groups = {}; for (const row of rows) (groups[row.customer] ??= []).push(row); return Object.fromEntries(Object.entries(groups).map(([customer, group]) => [customer, group.length]));",
      clojure: "(update-vals (group-by :customer rows) count)",
    },
    targets: [...fasterThanAll, within("plain", 1.5)],
  },
  {
    name: "sort-by over 10,000 rows",
    start: "source",
    data: { rows },
    programs: {
      lisp: "(mapv :id (take 20 (sort-by :amount > data/rows)))",
      python: '[row["id"] for row in sorted(rows, key=lambda row: -row["amount"])[:20]]',
      javascript:
        "return [...rows].sort((a, b) => b.amount - a.amount).slice(0, 20).map((row) => row.id);",
      clojure: "(mapv :id (take 20 (sort-by :amount > rows)))",
    },
    targets: [...fasterThanAll, within("plain", 1.5)],
  },
  {
    name: "a field added to each of 10,000 rows",
    start: "source",
    data: { rows },
    programs: {
      lisp: "(let [priced (map #(assoc % :total (* (:price %) (:quantity %))) data/rows)] [(count priced) (last priced)])",
      python:
        'priced = [{**row, "total": row["price"] * row["quantity"]} for row in rows]\n[len(priced), priced[-1]]',
      javascript:
        "const priced = rows.map((row) => ({ ...row, total: row.price * row.quantity })); return [priced.length, priced[priced.length - 1]];",
      clojure:
        "(let [priced (map #(assoc % :total (* (:price %) (:quantity %))) rows)] [(count priced) (last priced)])",
    },
    targets: noSlower,
  },
];
