// A program for each task of the suite `fleet`, written from its prompt alone. So a second
// implementation checks the right answers, which are computed in TypeScript.

const completed = '(filter #(= "completed" (:status %)) data/rentals)';
const paidByChannel = (rows: string): string =>
  `(return (->> ${rows} (filter #(= "completed" (:status %))) (group-by :channel)
     (map (fn [[c rows]] {:channel c :paid (round (sum-by :paid rows) 2)})) (sort-by :paid >)))`;

/** Programs by the name of the task. */
export const fleetPrograms: ReadonlyMap<string, string> = new Map([
  ["count bikes", "(return (count data/bikes))"],
  [
    "count electric cargo bikes",
    '(return (count (filter #(and (= "cargo" (:kind %)) (:electric %)) data/bikes)))',
  ],
  ["sum of payments", `(return (round (sum-by :paid ${completed}) 2))`],
  ["mean weight", "(return (round (avg-by :weight_kg data/bikes) 2))"],
  ["dearest hour", "(return (apply max (map :hourly (remove :electric data/bikes))))"],
  [
    "long app rentals",
    `(return (count (filter #(and (= "app" (:channel %)) (> (:minutes %) 90)) ${completed})))`,
  ],
  [
    "three longest",
    "(return (map #(select-keys % [:id :minutes]) (take 3 (sort-by (juxt (comp - :minutes) :id) data/rentals))))",
  ],
  [
    "oldest bike",
    "(return (select-keys (first (sort-by (juxt :bought_on :id) data/bikes)) [:id :bought_on]))",
  ],
  [
    "median minutes",
    `(let [v (vec (sort (map :minutes ${completed}))) n (count v)]
       (return (/ (+ (nth v (quot n 2)) (nth v (quot (dec n) 2))) 2)))`,
  ],
  [
    "yearly riders of Greyport",
    '(return (sort (map :name (filter #(and (= "Greyport" (:city %)) (= "yearly" (:plan %))) data/riders))))',
  ],
  [
    "reasons of expensive repairs",
    "(return (distinct (map :reason (filter #(> (:cost %) 200) data/repairs))))",
  ],
  ["payments by channel", paidByChannel("data/rentals")],
  [
    "rentals by month",
    "(return (map (fn [[m n]] {:month m :rentals n}) (sort-by key (frequencies (map #(subs (:day %) 0 7) data/rentals)))))",
  ],
  [
    "mean repair by reason",
    "(return (map (fn [[r rows]] {:reason r :mean_cost (round (avg-by :cost rows) 2)}) (group-by :reason data/repairs)))",
  ],
  [
    "most rejected mechanic",
    `(let [[m n] (first (sort-by (juxt (comp - val) key) (frequencies (map :mechanic (filter #(= "rejected" (:decision %)) data/repairs)))))]
       (return {:mechanic m :rejected n}))`,
  ],
  [
    "station with most electric bikes",
    "(return (key (first (sort-by (juxt (comp - val) key) (frequencies (map :station (filter :electric data/bikes)))))))",
  ],
  [
    "payments by kind",
    `(let [kinds (into {} (map (juxt :id :kind) data/bikes))]
       (return (->> ${completed} (group-by #(get kinds (:bike_id %)))
         (map (fn [[k rows]] {:kind k :paid (round (sum-by :paid rows) 2)})) (sort-by :paid >))))`,
  ],
  [
    "best customer",
    `(let [names (into {} (map (juxt :id :name) data/riders))
           [id rows] (first (sort-by (fn [[_ rows]] (- (sum-by :paid rows))) (group-by :rider_id ${completed})))]
       (return {:name (get names id) :paid (round (sum-by :paid rows) 2)}))`,
  ],
  [
    "never rented",
    "(let [rented (set (map :bike_id data/rentals))] (return (sort (remove rented (map :id data/bikes)))))",
  ],
  [
    "repairs of electric bikes",
    `(let [electric (set (map :id (filter :electric data/bikes)))
           rows (filter #(= "approved" (:decision %)) data/repairs)]
       (return {:electric (round (sum-by :cost (filter #(electric (:bike_id %)) rows)) 2)
                :other (round (sum-by :cost (remove #(electric (:bike_id %)) rows)) 2)}))`,
  ],
  [
    "city of long rides",
    `(let [cities (into {} (map (juxt :id :city) data/riders))]
       (return (key (apply max-key #(avg-by :minutes (val %)) (group-by #(get cities (:rider_id %)) ${completed})))))`,
  ],
  [
    "models that lose money",
    `(let [model (into {} (map (juxt :id :model) data/bikes))
           cost (group-by #(get model (:bike_id %)) (filter #(= "approved" (:decision %)) data/repairs))
           paid (group-by #(get model (:bike_id %)) ${completed})]
       (return (sort (filter #(> (sum-by :cost (get cost % [])) (sum-by :paid (get paid % []))) (distinct (vals model))))))`,
  ],
  [
    "payment per plan",
    `(let [paid (group-by :rider_id ${completed})]
       (return (map (fn [[p rows]] {:plan p :mean_paid (round (/ (reduce + (map #(sum-by :paid (get paid (:id %) [])) rows)) (count rows)) 2)})
                    (group-by :plan data/riders))))`,
  ],
  [
    "month of most growth",
    `(let [months (sort-by first (map (fn [[m rows]] [m (sum-by :paid rows)]) (group-by #(subs (:day %) 0 7) ${completed})))
           rows (map (fn [[[_ a] [m b]]] {:month m :percent (round (* 100 (/ (- b a) a)) 1)}) (partition 2 1 months))]
       (return (first (sort-by :percent > rows))))`,
  ],
  [
    "repairs within a budget",
    `(let [rows (sort-by (juxt :cost :id) (filter #(= "pending" (:decision %)) data/repairs))
           chosen (:ids (reduce (fn [{:keys [left ids] :as all} {:keys [id cost]}]
                     (if (<= cost left) {:left (- left cost) :ids (conj ids {:id id :cost cost})} (reduced all)))
                   {:left 600 :ids []} rows))]
       (return {:ids (map :id chosen) :total (round (sum-by :cost chosen) 2)}))`,
  ],
  [
    "longest pause",
    `(let [id (key (first (sort-by (juxt (comp - val) key) (frequencies (map :bike_id data/rentals)))))
           days (sort (map #(.toEpochDay (LocalDate/parse (:day %))) (filter #(= id (:bike_id %)) data/rentals)))]
       (return {:bike_id id :days (apply max (map (fn [[a b]] (- b a)) (partition 2 1 days)))}))`,
  ],
  [
    "all pages of rentals",
    paidByChannel(
      "(loop [page 1 rows []] (let [{:keys [rentals next_page]} (tool/rentals_page {:page page})] (if next_page (recur next_page (into rows rentals)) (into rows rentals))))",
    ),
  ],
  [
    "riders where it is windy",
    `(return (->> (frequencies (map :city data/riders)) (filter (fn [[c _]] (> (:wind_kmh (tool/forecast {:city c})) 30)))
       (map (fn [[c n]] {:city c :riders n})) (sort-by :city)))`,
  ],
  [
    "form for objections",
    `(let [id (:id (first (filter #(= "Late returns" (:title %)) (tool/search_rules {:word "late"}))))]
       (return {:document_id id :form (re-find #"F-\\d+" (:text (tool/read_rule {:id id})))}))`,
  ],
  [
    "repairs in another currency",
    `(let [rate (:rate (tool/rate {:currency "crowns"}))]
       (return (map (fn [[m rows]] {:mechanic m :crowns (round (* rate (sum-by :cost rows)) 2)})
                    (group-by :mechanic (filter #(= "approved" (:decision %)) data/repairs)))))`,
  ],
]);
