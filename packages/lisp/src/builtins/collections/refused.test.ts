import { test } from "vitest";
import { expectPrinted } from "../../../test/evaluate.ts";
import { expectFailures } from "../../../test/expect-failures.ts";

test("rejects calls that Clojure rejects, with a hint", async () => {
  await expectFailures([
    ["(pop [])", "index_error", "pop: the vector is empty", "check first: (if (seq v) (pop v) v)"],
    [
      "(#{1 2} 1 2)",
      "arity_error",
      "a set called as a function takes 1 argument, got 2",
      "for a default write (get s x default)",
    ],
    ["(partition 0 [1])", "argument_error", "partition: the size must be at least 1"],
    ["(take 3 (partition 0 (range)))", "argument_error", "partition: the size must be at least 1"],
    [
      "(contains? (map inc [1]) 1)",
      "type_error",
      "contains?: expected a map, set, vector or string, got a sequence (2)",
      "contains? looks for a key; search with (some #{x} coll)",
    ],
    [
      "(contains? (keys {:a 1}) :a)",
      "type_error",
      "contains?: expected a map, set, vector or string, got a sequence (:a)",
    ],
    ['#uuid "nope"', "invalid_form", "#uuid: cannot be read as a value"],
  ]);
});

test("accepts the neighboring calls that Clojure accepts", async () => {
  await expectPrinted([
    ["[(partition 0 []) (partition -1 [1]) (pop nil) (pop [1])]", "[() () nil []]"],
    ["[(contains? (vec (map inc [1])) 0) (contains? (mapv inc [1]) 1)]", "[true false]"],
    ["[(#{1 nil} nil) (#{1} 2) (apply #{1} [1])]", "[nil nil 1]"],
    ['#uuid "123E4567-e89b-12d3-a456-426614174000"', '"123E4567-e89b-12d3-a456-426614174000"'],
    ["[(Math/round -2.5) (Math/round 2.5) (Math/round -0.5) (round -2.5)]", "[-2 3 0 -3]"],
  ]);
});
