// Programs that try to occupy or end their host. Every server answers them with an error. A long
// text is an error for a program, and may be the answer of an agent.

export const hostilePrograms: readonly string[] = [
  "(loop [] (recur))",
  "(defn f [x] (inc (f x))) (f 1)",
  "(loop [all []] (recur (conj all (vec (range 1000)))))",
  '(loop [text "x"] (recur (str text text)))',
  "(return (reduce (fn [value _] [value]) [] (range 100000)))",
  '(return (str/join (repeat 1000000 "x")))',
  '(loop [] (println (str/join (repeat 1000 "x"))) (recur))',
  "(return (range))",
  "(pmap (fn [_] (loop [] (recur))) (range 1000))",
  "(".repeat(9000),
];
