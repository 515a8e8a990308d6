// `unrecoverablePrefix` returns a part of an unfinished program only if no continuation can repair
// it, and that part fails like the whole program.
import { describe, expect, test } from "vitest";
import { unrecoverablePrefix, run, type PrepareOptions } from "../src/index.ts";

const options: PrepareOptions = {
  tools: { "find-user": () => 1, get_page: () => 1, search: () => [] },
  memoryNames: ["rows"],
  context: { orders: [] },
};

const failOf = async (prefix: string): Promise<string> => {
  const found = await unrecoverablePrefix(prefix, options);
  if (found === undefined) return "";
  const step = await run(found, {
    tools: options.tools ?? {},
    memory: { rows: [] },
    context: { orders: [] },
  });
  return step.ok ? "runs" : step.fail.message;
};

describe("unrecoverable prefixes", () => {
  test.each<readonly [string, string]>([
    ["a whole form with an unknown name", "(def a (undefinde 1))\n(def b "],
    ["a name that is defined below only", "(def a (later 1)) (defn later "],
    ["a form of another language", "(def a 1)\n(setq b 2)\n(pri"],
    ["a bracket that closes another one", "(let [a [1 2)] (foo"],
    ["a bracket too many", "(def a 1)) (def b"],
    ["a map without its last value", "(def a {:x 1 :y}) (de"],
    ["a token that is none", "(def a 1.2.3)\n(def "],
    ["a tool that there is not, in an open form", "(let [a (tool/find-usr {:id 1})\n      b "],
    [
      "a tool that there is not, in an open function",
      "(defn f [x] (map (fn [y] (tool/lookup {:id ",
    ],
    ["a field of the context that there is not", "(def a (count data/ordres))\n(def "],
  ])("reports an unrecoverable prefix: %s", async (_, prefix) => {
    expect(await failOf(prefix)).not.toMatch(/^(?:runs)?$/);
  });

  test("reports the same mistake with the same position as the whole program", async () => {
    const prefix = "(def a 1)\n(let [b (tool/find-usr {:id 1})\n      c ";
    const found = (await unrecoverablePrefix(prefix, options)) ?? "";
    const step = await run(found, { tools: options.tools ?? {} });
    const whole = await run(`${prefix}2] c)`, { tools: options.tools ?? {} });
    expect(step).toMatchObject({
      fail: {
        reason: "tool_not_found",
        message: !whole.ok && whole.fail.message,
        details: { position: !whole.ok && whole.fail.details?.position },
      },
    });
  });
});

describe("recoverable prefixes", () => {
  test.each<readonly [string, string]>([
    ["nothing", ""],
    ["a beginning", "(def a (co"],
    ["a string that has not ended", '(def a "unclosed ) ] } (tool/nope {'],
    ["a string with brackets", '(def a ")]}") (def b "\\")'],
    ["a comment", "; (tool/nope {:a 1}) )))\n(def a 1) ; ]"],
    ["a character", "(def a [\\( \\) \\[ \\newline \\"],
    ["a character at the end", "(def a [1 \\"],
    ["a regex", '(re-find #"[(\\"]" "x") (def a #"\\['],
    ["what is left out", "#_(undefined-thing) (def a 1)"],
    ["what is left out and open", "(def a #_(tool/nope {:a 1})"],
    ["a comment form", "(comment (tool/nope {:a 1}) (undefined"],
    ["what is quoted", "(def a '(tool/nope {:a 1}) b"],
    ["what is quoted in words", "(quote (tool/nope {:a 1}"],
    ["constants of a case", "(case 1 (tool/nope x) 2 "],
    ["what was declared", "(declare later) (defn f [] (later)) (def"],
    ["functions of a letfn", "(letfn [(a [] (b)) (b "],
    ["what is in memory", "(def a (count rows)) (def b"],
    ["a tool with a hyphen for its underscore", "(let [a (tool/get-page {:id 1}) b "],
    ["a tool of the language", '(def a (tool/search "words")) (let [b (tool/servers '],
    ["a name of a tool that goes on", "(let [a (tool/find-us"],
    ["a reader prefix", "(def a 1) '"],
    ["metadata", "^{:a 1} "],
    ["a dispatch", "(def a #"],
    ["a name that becomes another one", "(def a 1) (def b (inc a)) (fil"],
    ["a pattern of a let", "(let [{:keys [a b"],
  ])("accepts a recoverable prefix: %s", async (_, prefix) => {
    expect(await failOf(prefix)).toBe("");
  });

  test("accepts a long program with calls in its strings, in linear time", async () => {
    const defined = "(def a (inc 1))\n".repeat(4_000);
    const strings = Array.from({ length: 7_000 }, (_, at) => `"(tool/a${String(at)} {"`);
    const cpu = process.cpuUsage();
    expect(await failOf(`${defined}(def b [${strings.join(" ")} (f `)).toBe("");
    const { user, system } = process.cpuUsage(cpu);
    // About half a second; traversing once for each string took 40 seconds.
    expect((user + system) / 1e6).toBeLessThan(10);
  });

  test("doesn't inspect a prefix that is too long", async () => {
    expect(await failOf(`(undefined)${" ".repeat(200_000)}`)).toBe("");
  });
});
