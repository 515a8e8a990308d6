// Tests that an oracle answers one program after the other, each in a new namespace, and survives
// one that doesn't end.
import { afterAll, expect, test } from "vitest";
import { nbbOracle } from "./oracle.ts";

const nbb = nbbOracle(3_000);
afterAll(() => nbb.stop());

test("an oracle returns the value with the printed output", async () => {
  expect(await nbb.answer('(do (println "a" 1) (prn "b") (map inc [1 2])) ; remark')).toEqual({
    kind: "value",
    text: "(2 3)",
    output: ["a 1", '"b"'],
  });
});

test("the common libraries have their short names", async () => {
  expect(
    await nbb.answer('[(str/upper-case "a") (set/union #{1} #{1}) (walk/keywordize-keys {"a" 1})]'),
  ).toMatchObject({ text: '["A" #{1} {:a 1}]' });
});

test("a failure is an error, and an unknown name gives no answer", async () => {
  expect(await nbb.answer('(throw (ex-info "no" {}))')).toMatchObject({
    kind: "error",
    message: "no",
  });
  expect(await nbb.answer("(sum-by :n [])")).toMatchObject({ kind: "none" });
});

test("programs don't see each other's definitions", async () => {
  expect(await nbb.answer("(do (def own-name 1) own-name)")).toMatchObject({ text: "1" });
  expect(await nbb.answer("own-name")).toMatchObject({ kind: "none" });
});

test(
  "a program that never ends gives no answer, and the next one still runs",
  { tags: "full" },
  async () => {
    expect(await nbb.answer("(loop [] (recur))")).toEqual({
      kind: "none",
      message: "no end within 3000 ms",
    });
    expect(await nbb.answer("(+ 1 2)")).toMatchObject({ text: "3" });
  },
);
