// Ten tasks over three servers, with the answers that a model would write: calls of tools turn by
// turn, and a program.

import { customers, orderFiles, orders, totalOf, totalsByCustomer } from "./orders-world.ts";

export interface DirectCall {
  readonly server: "files" | "graph" | "everything";
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

export interface Task {
  readonly question: string;
  /** The calls of each turn; those of one turn don't depend on each other. */
  readonly direct: readonly (readonly DirectCall[])[];
  /** The search before the program. */
  readonly search: string;
  readonly program: string;
  /** The value of the program, and the model's last answer in both ways. */
  readonly value: unknown;
}

const files = (tool: string, args: DirectCall["arguments"]): DirectCall => ({
  server: "files",
  tool,
  arguments: args,
});
const graph = (tool: string, args: DirectCall["arguments"]): DirectCall => ({
  server: "graph",
  tool,
  arguments: args,
});
const everything = (tool: string, args: DirectCall["arguments"]): DirectCall => ({
  server: "everything",
  tool,
  arguments: args,
});

const listing = [files("list_directory", { path: "." })];
const allOrders = [files("read_multiple_files", { paths: orderFiles })];
const logs = ["log-1.txt", "log-2.txt", "log-3.txt"];

/** The beginning of programs that read all orders. */
const readOrders = `(def orders
  (->> (re-seq #"orders-\\d+\\.csv" (:content (tool/files/list_directory {:path "."})))
       (pmap #(:content (tool/files/read_text_file {:path %})))
       (mapcat #(rest (str/split-lines %)))
       (map #(let [[_ customer total] (str/split % #",")] {:customer customer :total (parse-long total)}))))`;

const totals = totalsByCustomer();
const [best = ["", 0]] = totals;
const summary = totals.map(([name, total]) => `${name}: ${String(total)}`).join("\n");
const withOrders = new Set(orders.map(({ customer }) => customer));
const errorsOf = (day: number): number =>
  Array.from({ length: 80 }, (_, line) => (line * day) % 9 === 4).filter(Boolean).length;
const large = totals.filter(([, total]) => total > 12_000).map(([name]) => name);
const inOslo = customers.filter((_, at) => at % 3 === 0);

export const tenTasks: readonly Task[] = [
  {
    question: "What is the total of all orders?",
    direct: [listing, allOrders],
    search: "list directory read file",
    program: `${readOrders}\n(reduce + (map :total orders))`,
    value: totalOf(orders),
  },
  {
    question: "Which customer ordered most, and for how much?",
    direct: [listing, allOrders],
    search: "list directory read file",
    program: `${readOrders}
(->> (group-by :customer orders)
     (map (fn [[name rows]] [name (reduce + (map :total rows))]))
     (sort-by second >) first)`,
    value: best,
  },
  {
    question: "How many errors are in each log?",
    direct: [[files("read_multiple_files", { paths: logs })]],
    search: "read file",
    program: `(map #(count (re-seq #"ERROR" (:content (tool/files/read_text_file {:path %}))))
     ["log-1.txt" "log-2.txt" "log-3.txt"])`,
    value: [1, 2, 3].map(errorsOf),
  },
  {
    question: "Which months have orders above 399?",
    direct: [listing, allOrders],
    search: "list directory read file",
    program: `(->> (re-seq #"orders-\\d+\\.csv" (:content (tool/files/list_directory {:path "."})))
     (filter #(re-find #",400\\n" (:content (tool/files/read_text_file {:path %}))))
     (map #(subs % 7 9)))`,
    value: [...new Set(orders.filter(({ total }) => total > 399).map(({ month }) => month))],
  },
  {
    question: "Which customers of the graph have no orders?",
    direct: [[graph("read_graph", {}), ...listing], allOrders],
    search: "graph read list directory file",
    program: `${readOrders}
(remove (set (map :customer orders)) (map :name (:entities (tool/graph/read_graph {}))))`,
    value: customers.filter((name) => !withOrders.has(name)),
  },
  {
    question: "How much did the customers in Oslo order?",
    direct: [[graph("search_nodes", { query: "Oslo" }), ...listing], allOrders],
    search: "graph search nodes list directory read file",
    program: `${readOrders}
(def oslo (set (map :name (:entities (tool/graph/search_nodes {:query "Oslo"})))))
(reduce + (map :total (filter #(oslo (:customer %)) orders)))`,
    value: totalOf(orders.filter(({ customer }) => inOslo.includes(customer))),
  },
  {
    question: "Note in the graph which customers ordered for more than 12,000.",
    direct: [
      listing,
      allOrders,
      [
        graph("add_observations", {
          observations: large.map((name) => ({ entityName: name, contents: ["large customer"] })),
        }),
      ],
    ],
    search: "list directory read file add observations",
    program: `${readOrders}
(def large (->> (group-by :customer orders)
                (filter (fn [[_ rows]] (> (reduce + (map :total rows)) 12000)))
                (map first) sort))
(tool/graph/add_observations
  {:observations (map (fn [name] {:entityName name :contents ["large customer"]}) large)})
large`,
    value: [...large].sort(),
  },
  {
    question: "Write totals.txt with the total of each customer, largest first.",
    direct: [listing, allOrders, [files("write_file", { path: "totals.txt", content: summary })]],
    search: "list directory read write file",
    program: `${readOrders}
(def lines (->> (group-by :customer orders)
                (map (fn [[name rows]] [name (reduce + (map :total rows))]))
                (sort-by second >)
                (map (fn [[name total]] (str name ": " total)))))
(tool/files/write_file {:path "totals.txt" :content (str/join "\\n" lines)})
(count lines)`,
    value: totals.length,
  },
  {
    question: "Is it warmer in Chicago or in New York?",
    direct: [
      ["Chicago", "New York"].map((location) => everything("get-structured-content", { location })),
    ],
    search: "weather of a city",
    program: `(max-key #(:temperature (tool/everything/get-structured-content {:location %})) "Chicago" "New York")`,
    value: "Chicago",
  },
  {
    question: "What is 20 plus 22? Use the tool.",
    direct: [[everything("get-sum", { a: 20, b: 22 })]],
    search: "sum of numbers",
    program: `(re-find #"\\d+\\.$" (tool/everything/get-sum {:a 20 :b 22}))`,
    value: "42.",
  },
];
