// The programs of the offline model: those that a good model would write for these questions about
// the sample file. They compute their answers from the rows, so they also work after edits of it.

interface OfflineAnswer {
  readonly question: RegExp;
  readonly prose: string;
  readonly program: string;
}

const answers: readonly OfflineAnswer[] = [
  {
    question: /region/i,
    prose: "I add up the amounts of each region, without returned orders.",
    program: `(def kept (remove #(= "returned" (:status %)) data/rows))
(def totals
  (->> (group-by :region kept)
       (map (fn [[region orders]]
              {:region region
               :orders (count orders)
               :total (round (sum-by :amount orders))}))
       (sort-by :total >)))
(def best (first totals))

(return
  {:text (str (:region best) " sold the most: " (:total best)
              " in " (:orders best) " orders, without returns.")
   :table {:columns ["Region" "Orders" "Total"]
           :rows (mapv (juxt :region :orders :total) totals)}
   :chart {:title "Total by region"
           :bars (mapv (fn [{:keys [region total]}]
                         {:label region :value total})
                       totals)}})`,
  },
  {
    question: /month/i,
    prose: "I group the orders by the month of their date.",
    program: `(def months
  (->> data/rows
       (group-by #(subs (:date %) 0 7))
       (sort-by first)
       (mapv (fn [[month orders]]
               [month (count orders) (round (sum-by :amount orders))]))))
(def total (reduce + (map last months)))

(return
  {:text (str "The orders of " (count months) " months come to " total ".")
   :table {:columns ["Month" "Orders" "Total"] :rows months}
   :chart {:title "Total by month"
           :bars (mapv (fn [[month _ amount]] {:label month :value amount})
                       months)}})`,
  },
  {
    question: /save/i,
    prose: "I choose the ten largest orders, and ask you before I save them.",
    program: `(def largest (vec (take 10 (sort-by :amount > data/rows))))
(def saved
  (try
    (tool/save-table {:name "Ten largest orders" :rows largest})
    (catch Exception e nil)))

(return
  (merge
    {:text (if saved
             (str "I saved " (:rows saved) " orders.")
             "I didn't save anything. These are the ten largest orders.")
     :table {:columns ["Order" "Region" "Product" "Amount"]
             :rows (mapv (juxt :order :region :product :amount) largest)}}
    (if saved {:saved (:path saved)} {})))`,
  },
];

/** A summary that fits any table. */
const summary: Omit<OfflineAnswer, "question"> = {
  prose: "I look at each column of the file.",
  program: `(def columns (keys (first data/rows)))
(defn describe [column]
  (let [values (map #(get % column) data/rows)
        numbers (filter number? values)]
    (if (seq numbers)
      [column (count numbers) (str (apply min numbers) " to " (apply max numbers))]
      [column (count (distinct values))
       (str/join ", " (take 3 (distinct values)))])))

(return
  {:text (str "Without a model, I know only the suggested questions about the sample."
              " This file has " (count data/rows) " rows; this is each column.")
   :table {:columns ["Column" "Values" "Range or examples"]
           :rows (mapv describe columns)}})`,
};

const fence = "```";

/** Returns the text with which the offline model answers. */
export function offlineAnswer(question: string, columns: readonly string[]): string {
  const isSample = ["region", "date", "amount", "status"].every((name) => columns.includes(name));
  const found = isSample ? answers.find((answer) => answer.question.test(question)) : undefined;
  const { prose, program } = found ?? summary;
  return `${prose}\n\n${fence}clojure\n${program}\n${fence}\n`;
}
