import { expect, test } from "vitest";
import { check } from "./start.ts";
import { languageNames } from "./start.ts";

test("the names of the language are its special forms and every spelling of its builtins, once each", async () => {
  const names = await languageNames();
  expect(names).toEqual(
    expect.arrayContaining(["let", "->>", "map", "trim", "clojure.string/trim", "LocalDate/parse"]),
  );
  expect(names).toEqual([...new Set(names)].sort());
});

test("each of them is known to a program", async () => {
  const wrong: string[] = [];
  for (const name of await languageNames()) {
    const fails = await check(`(doc ${name})`);
    if (fails.length > 0) wrong.push(name);
  }
  expect(wrong).toEqual([]);
});
