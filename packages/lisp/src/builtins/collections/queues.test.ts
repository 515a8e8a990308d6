import { expect, test } from "vitest";
import { expectPrinted, failOf, printed } from "../../../test/evaluate.ts";
import { createSession } from "../../index.ts";

test("a queue returns elements in the order they were added, even after 100,000 changes", async () => {
  await expectPrinted([
    [
      "(loop [q (conj PersistentQueue/EMPTY 0) n 0] (if (< n 100000) (recur (conj (pop q) n) (inc n)) [(count q) (peek q)]))",
      "[1 99999]",
    ],
    [
      `(loop [open (conj PersistentQueue/EMPTY :a) seen []]
         (if-let [node (peek open)]
           (recur (into (pop open) (node {:a [:b :c] :b [:d]})) (conj seen node))
           seen))`,
      "[:a :b :c :d]",
    ],
  ]);
});

test("versions of a queue don't affect each other or other programs", async () => {
  const program =
    "(let [e PersistentQueue/EMPTY a (conj e 1) b (conj e 2) c (conj a 3) d (conj a 4)] [e a b c d])";
  expect(await printed(program)).toBe("[() (1) (2) (1 3) (1 4)]");
  expect(await printed(program)).toBe("[() (1) (2) (1 3) (1 4)]");
  expect(await printed("(map #(conj PersistentQueue/EMPTY %) [1 2])")).toBe("((1) (2))");
});

test("a queue remains a queue in the next program, even after its memory is serialized", async () => {
  const session = createSession();
  await session.run("(def q (conj PersistentQueue/EMPTY 1 2))");
  expect(await session.run("(vec (conj (pop q) 3))")).toMatchObject({ ok: true, return: [2, 3] });
});

test("stops a queue that grows without end at the memory limit", async () => {
  const fail = await failOf("(loop [q PersistentQueue/EMPTY] (recur (conj q q)))", {
    limits: { memoryBytes: 1_000_000 },
  });
  expect(fail.reason).toBe("memory_exceeded");
});
