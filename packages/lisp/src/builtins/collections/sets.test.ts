import { expect, test } from "vitest";
import { expectFailures } from "../../../test/expect-failures.ts";
import { expectPrinted, failOf } from "../../../test/evaluate.ts";

test("makes sets from any collection and keeps the order of insertion", async () => {
  await expectPrinted([
    [
      '[(set [2 1 2]) (set nil) (set "aab") (set {:a 1}) (hash-set) (hash-set 1 1.0)]',
      '[#{2 1} #{} #{"a" "b"} #{[:a 1]} #{} #{1}]',
    ],
    ["[(disj #{1 2} 1 9) (disj nil 1) (disj #{1})]", "[#{2} nil #{1}]"],
  ]);
});

test("union, intersection and difference treat nil as empty", async () => {
  await expectPrinted([
    [
      "[(union) (union nil #{1}) (union #{1} nil) (union #{1} #{2} #{3 1}) (set/union [1 2] [3])]",
      "[#{} #{1} #{1} #{3 1 2} [1 2 3]]",
    ],
    [
      "[(intersection #{1 2 3} #{2 3} #{3}) (intersection nil #{1}) (clojure.set/intersection #{1 2} [2 3]) (intersection {:a 1} #{[:a 1]})]",
      "[#{3} nil #{1} {:a 1}]",
    ],
    [
      "[(difference #{1 2 3} #{2} #{3}) (difference nil #{1}) (difference #{1 2} nil) (difference #{1 2} [2]) (difference #{1} #{1 2})]",
      "[#{1} nil #{1 2} #{1} #{}]",
    ],
    [
      "[(subset? #{1} #{1 2}) (subset? #{1 3} #{1 2}) (subset? nil #{1}) (superset? #{1 2} #{1})]",
      "[true false true true]",
    ],
  ]);
  expect(await failOf("(clojure.set/difference [1 2] [1])")).toMatchObject({
    message: "difference: expected a set, got vector [1 2]",
    details: { hint: "make it one first: (set coll)" },
  });
});

test("rename-keys, map-invert, project and join work on relations", async () => {
  await expectPrinted([
    [
      "[(rename-keys {:a 1 :b 2} {:a :b :b :a}) (rename-keys {:a 1} {:z :y}) (rename-keys nil {:a :b})]",
      "[{:b 1, :a 2} {:a 1} nil]",
    ],
    ["[(map-invert {:a 1 :b 2}) (clojure.set/select odd? #{1 2 3})]", "[{1 :a, 2 :b} #{1 3}]"],
    [
      "[(clojure.set/project #{{:a 1 :b 2} {:a 1 :b 3}} [:a]) (clojure.set/rename #{{:a 1}} {:a :b})]",
      "[#{{:a 1}} #{{:b 1}}]",
    ],
    [
      "(get (clojure.set/index #{{:a 1 :b 2} {:a 1 :b 3}} [:a]) {:a 1})",
      "#{{:a 1, :b 2} {:a 1, :b 3}}",
    ],
    ["(clojure.set/join #{{:id 1 :n 2}} #{{:id 1 :t 3} {:id 2 :t 4}})", "#{{:id 1, :t 3, :n 2}}"],
    [
      "(clojure.set/join #{{:id 1 :n 2}} #{{:pid 1 :t 3}} {:id :pid})",
      "#{{:pid 1, :t 3, :id 1, :n 2}}",
    ],
    ["(clojure.set/join #{} #{{:a 1}})", "#{}"],
  ]);
});

test("removing nothing from a value that isn't a set is allowed, and removing something fails", async () => {
  await expectPrinted([
    [
      "[(clojure.set/difference {:a 1} nil) (clojure.set/difference [1] #{}) (disj #{1})]",
      "[{:a 1} [1] #{1}]",
    ],
  ]);
  await expectFailures([
    [
      "(disj {:a 1} :a)",
      "type_error",
      "disj: expected a set, got map {:a 1}",
      "make it one first: (set coll)",
    ],
  ]);
});
