import { expect, test } from "vitest";
import { check } from "./start.ts";
import { languageNames } from "./start.ts";

test("languageNames returns all special forms and every spelling of the builtins, once each", async () => {
  const names = await languageNames();
  expect(names).toEqual(
    expect.arrayContaining(["let", "->>", "map", "trim", "clojure.string/trim", "LocalDate/parse"]),
  );
  expect(names).toEqual([...new Set(names)].sort());
});

test("programs know every name of the language", async () => {
  const wrong: string[] = [];
  for (const name of await languageNames()) {
    const fails = await check(`(doc ${name})`);
    if (fails.length > 0) wrong.push(name);
  }
  expect(wrong).toEqual([]);
});
