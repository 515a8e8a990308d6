import { describe, expect, test } from "vitest";
import { Vector } from "@ptc/core/values";
import { listingLines, listingProgram } from "./shown-listing.ts";

const nothing = { context: {}, tools: {} };
const texts = (...values: readonly string[]) => Vector.of([...values]);

describe("the program for a word", () => {
  test.each([
    ["data", "(dir data)"],
    [" data\n", "(dir data)"],
    ["tool", "(dir tool)"],
    ["tools", "(dir tool)"],
    ["data/rows", "data/rows"],
    ["(count data)", "(count data)"],
  ])("%j is %j", (source, program) => {
    expect(listingProgram(source, () => false)).toBe(program);
  });

  test("a definition of the session comes first", () => {
    expect(listingProgram("data", (name) => name === "data")).toBe("data");
  });
});

describe("the shown listing", () => {
  test("shows each name that apropos found with its description, within the width", () => {
    const found = texts(
      "sum: Adds the numbers; skips nils.",
      "sum-by: Adds the values that key reads.",
      `tool/${"n".repeat(40)}: Has: a colon and \u001b[2J.`,
    );
    expect(listingLines('(apropos "sum")', found, nothing, 36)).toEqual([
      "sum     Adds the numbers; skips",
      "        nils.",
      "sum-by  Adds the values that key",
      "        reads.",
      `tool/${"n".repeat(40)}`,
      "        Has: a colon and \\u001b[2J.",
    ]);
  });

  test("says why apropos found nothing", () => {
    expect(listingLines('(apropos "zz")', texts(), nothing, 80)).toEqual([
      "Nothing found. Every word must be in a name or its description.",
    ]);
  });

  test("shows the kind and the fields of the data", () => {
    const context = { orders: [{ id: 1, by: { name: "ann" } }], limit: 3, "odd\u001b": null };
    const names = texts(...Object.keys(context));
    expect(listingLines("(dir data)", names, { context, tools: {} }, 80)).toEqual([
      "data/orders       vector of 1 map {id, by {name}}",
      "data/limit        number",
      String.raw`data/"odd\u001b"  nil`,
    ]);
  });

  test("counts the fields that it omits", () => {
    const context = Object.fromEntries(
      Array.from({ length: 203 }, (_, index) => [`f${String(index)}`, index]),
    );
    const lines = listingLines(
      "(dir data)",
      texts(...Object.keys(context)),
      { context, tools: {} },
      80,
    );
    expect([lines?.length, lines?.at(-1)]).toEqual([201, "and 3 more"]);
  });

  test("shows the call and the description of each tool", () => {
    const tools = {
      find: {
        description: "Finds an order\n  by its id.",
        callForm: "(tool/find {:id :int}) -> :order\n  :order is {id :int}",
        execute: () => 1,
      },
      ping: () => 2,
      odd: { description: "a\u001b", callForm: 5 as never, execute: () => 3 },
      long: { callForm: `(tool/long {${":x :int ".repeat(99)}})`, execute: () => 4 },
    };
    const names = texts(...Object.keys(tools));
    const lines = listingLines("(dir tool)", names, { context: {}, tools }, 80) ?? [];
    expect(lines.slice(0, 6)).toEqual([
      "(tool/find {:id :int}) -> :order",
      "  Finds an order by its id.",
      "(tool/ping {…})",
      "  (no description)",
      "(tool/odd {…})",
      String.raw`  a\u001b`,
    ]);
    expect(lines.join("")).toMatch(/\(tool\/long .{280,320}….*\(no description\)/);
    expect(lines.at(-1)).toBe("(doc tool/find) shows everything about a tool.");
  });

  test.each([
    ["(dir data)", "There is no data. Start with: ptc repl --context file.json"],
    ["(dir tool)", "There are no tools. Start with: ptc repl --tools ./tools.ts"],
  ])("says how to start a session in which %s lists something", (source, line) => {
    expect(listingLines(source, texts(), nothing, 80)).toEqual([line]);
  });

  test("shows the names of another namespace without quotes", () => {
    expect(listingLines("(dir clojure.set)", texts("difference", "index"), nothing, 80)).toEqual([
      "difference  index",
    ]);
  });

  test.each(["(count (dir data))", "(dir data) (dir tool)", '["a"]', "(my/dir data)", "dir"])(
    "leaves the value of %j as it is",
    (source) => {
      expect(listingLines(source, texts("a"), nothing, 80)).toBeUndefined();
    },
  );
});
