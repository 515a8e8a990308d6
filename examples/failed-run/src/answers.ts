// The answers of a large language model in the recorded runs.

const report = `(def by-country
  (for [[country rows] (group-by :country customers)]
    {:country country :revenue (sum-by :revenue rows)}))
(return {:countries (vec by-country)
         :most (:country (apply max-key :revenue by-country))})`;

export const answers = {
  direct: [
    `\`\`\`clojure
(def customers (pmap #(tool/customer {:id %}) data/ids))
${report}
\`\`\``,
  ],
  inTwoTurns: [
    `I look at one customer first.

\`\`\`clojure
(println (count data/ids) (tool/customer {:id (first data/ids)}))
\`\`\``,
    `\`\`\`clojure
(def customers (pmap #(tool/customer {:id %}) data/ids))
${report}
\`\`\``,
  ],
  afterMerge: [
    `\`\`\`clojure
(def customers (pmap #(tool/customer {:id %}) data/ids))
${report}
\`\`\``,
    `One account was merged. I skip it.

\`\`\`clojure
(def customers (pmap #(tool/customer {:id %}) (remove #{7} data/ids)))
${report}
\`\`\``,
    `Another one was merged too. I skip both.

\`\`\`clojure
(def customers (pmap #(tool/customer {:id %}) (remove #{7 14} data/ids)))
${report}
\`\`\``,
  ],
};
