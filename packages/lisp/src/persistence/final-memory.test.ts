import { expect, test } from "vitest";
import { decodeMemory, run } from "../index.ts";

test("stores endless definitions without computing an element", async () => {
  const step = await run(
    "(def evens (filter even? (range))) (def page {:all (range)}) (def few (take 3 evens)) few",
  );
  expect(step).toMatchObject({ ok: true, return: [0, 2, 4] });
  expect(step).not.toHaveProperty("warnings");
  expect(step.memory.toHost()).toEqual({
    evens: [0, 2, 4, "..."],
    page: new Map([["all", ["..."]]]),
    few: [0, 2, 4],
  });
});

test("an element that would fail fails nothing until a program requests it", async () => {
  const { memory } = await run("(def bad (map (fn [x] (/ 6 (- 3 x))) (range))) (first bad)");
  expect(await run("(take 3 bad)", { memory })).toMatchObject({ ok: true, return: [2, 3, 6] });
  expect(await run("(take 4 bad)", { memory })).toMatchObject({
    ok: false,
    fail: { details: { kind: "arithmetic_error" } },
  });
});

test("a program that ends with a definition computes nothing, and returns its name", async () => {
  expect(await run("(def xs (iterate inc 1))")).toMatchObject({ ok: true, return: "#'xs" });
});

test("computes no element of a for with :while and of a sequence with a transducer", async () => {
  const step = await run(
    "(def few (for [x (range) :while (< x 3)] x)) (def all (sequence (map inc) (range))) (take 2 all)",
  );
  expect(step).toMatchObject({ ok: true, return: [1, 2] });
  expect(step.memory.toHost()).toEqual({ few: ["..."], all: [1, 2, "..."] });
  expect(step).not.toHaveProperty("warnings");
});

test("omits a sequence with a warning if its transducer has a state that can't be stored", async () => {
  const numbered =
    "(defn numbered [rf] (let [n (volatile! 0)] (fn ([] (rf)) ([a] (rf a)) ([a x] (rf a [(vswap! n inc) x])))))";
  const unread = await run(`${numbered} (def xs (sequence numbered (range))) nil`);
  expect(unread).not.toHaveProperty("warnings");
  const step = await run("(take 2 xs)", { memory: unread.memory });
  expect(step).toMatchObject({ ok: true, value: expect.anything() as unknown });
  expect(step.memory.toHost()).not.toHaveProperty("xs");
  expect(step.warnings).toEqual([
    "xs was not saved, because only its own program can continue its sequence; save a part of it, as in (def xs (vec (take 100 …)))",
  ]);
});

test("elements of a stored sequence count toward the memory limit", async () => {
  const step = await run("(def xs (iterate inc 0)) (nth xs 40000) nil", {
    limits: { memoryBytes: 600_000 },
  });
  expect(step).toMatchObject({ ok: false, fail: { reason: "memory_exceeded" } });
});

test("a program that reads a name whose value JSON could not keep gets the reason", async () => {
  let deep = {};
  for (let level = 0; level < 2_000; level++) deep = { deep };
  const { memory: defined } = await run("(def kept data/deep) (def other 1)", {
    context: { deep },
  });
  const json = JSON.parse(JSON.stringify(defined)) as Record<string, unknown>;
  expect(json["kept"]).toEqual({ $unkept: expect.any(String) as string });
  const memory = await decodeMemory(json);
  const step = await run("(list other kept)", { memory });
  expect(step).toMatchObject({
    ok: false,
    fail: {
      message: expect.stringMatching(
        /^unknown symbol kept: an earlier program defined it, but it was not kept: .*deep/,
      ) as string,
      details: { kind: "unbound_var", hint: "define kept again in this program" },
    },
  });
  const again = await run("(def kept 5)", { memory });
  expect(await run("kept", { memory: again.memory })).toMatchObject({ ok: true, return: 5 });
});
