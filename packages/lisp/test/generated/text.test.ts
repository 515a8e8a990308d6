// Generated code contains words of the templates, counted names and numbers. It contains nothing of
// a program's text, whatever names and strings the program uses.

import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { run } from "../../src/index.ts";
import { isFull } from "../sampled.ts";
import { arbitraryHotProgram } from "./arbitrary-hot-program.ts";

const texts: string[] = [];

beforeAll(() => {
  vi.stubGlobal(
    "Function",
    new Proxy(Function, {
      construct(target, args: readonly string[], self) {
        for (const text of args) texts.push(text);
        return Reflect.construct(target, args, self) as object;
      },
    }),
  );
});

afterAll(() => {
  vi.unstubAllGlobals();
});

const words = [
  ..."function return let const if else for break continue switch case default throw try catch".split(" "),
  ..."typeof instanceof null true false undefined use strict number string odd".split(" "),
  ..."ticks refill refillAt site enter depth count at push charge captured read find length turnIsOver isOfFields".split(" "),
  ..."B F L e f m n w".split(" "),
];
const allowedName = new RegExp(`^(?:${words.join("|")}|[pstvLi][0-9]+|f[0-9]+s[0-9]+)$`);
const allowedSign = /^[()[\]{};:,?!=<>&|+\-*/%'".]$/;

/** Returns the first word or character of a text that no template contains. */
function strangeWord(text: string): string | undefined {
  const found = text.match(/[\p{L}_$][\p{L}\d_$]*|\d[\d.]*(?:e[+-]?\d+)?|\S/gu) ?? [];
  return found.find(
    (word) => !/^\d/.test(word) && !allowedName.test(word) && !allowedSign.test(word),
  );
}

async function generatedFor(source: string): Promise<readonly string[]> {
  texts.length = 0;
  await run(source, {
    context: { rows: [{ a: 1 }] },
    generate: { calls: 0, turns: 0 },
    limits: { steps: 20_000, timeoutMs: 60_000 },
  });
  return [...texts];
}

test("names, texts and keywords of a program don't get into the generated code", async () => {
  const source = `
    (defn canary-fn [canary-a {:keys [canary-b] canary-c :canary/c :or {canary-b "canary-text"}}]
      ; canary comment
      (let [canary-d (str "canary\\"'\`\${canary}" canary-a)
            canary-e (re-find #"canary[0-9]*/" canary-d)]
        (case canary-a :canary-k "canary-v" "canary" 'canary-symbol (* 7.25 (count [canary-b canary-c canary-e])))))
    (loop [canary-i 0 canary-s "canary*/"] (if (< canary-i 9) (recur (inc canary-i) (str canary-s canary-i)) canary-s))
    (mapv (fn [canary-x] (canary-fn canary-x {:canary-b 1})) [1 2 :canary-k])`;
  const found = await generatedFor(source);
  expect(found.length).toBeGreaterThan(3);
  expect(found.join("\n")).not.toMatch(/canary/i);
  expect(found.map(strangeWord)).toEqual(found.map(() => undefined));
  expect(found.some((text) => text.includes("7.25"))).toBe(true);
});

const hostileNames = [
  "constructor",
  "__proto__",
  "process",
  "a';alert;'",
  "return",
  "B",
  "s1",
  "p0",
  "eval",
  "x*/throw/*",
  "globalThis",
  "import",
  "ünïcode",
];

test("programs whose names and texts try to break out of the generated code", async () => {
  for (const [index, name] of hostileNames.entries()) {
    const symbol = /^[\w*/!?<>=+-]+$/.test(name) && !name.includes("/") ? name : "quiet";
    const text = JSON.stringify(`${name}\u2028"];throw 1//`);
    const found = await generatedFor(
      `(defn ${symbol}x [${symbol}y] (get {${text} ${symbol}y :${symbol} ${text}} ${text})) (loop [i 0] (when (< i ${String(index)}.5) (${symbol}x ${text}) (recur (inc i))))`,
    );
    expect(found.length, name).toBeGreaterThan(0);
    expect(found.map(strangeWord), name).toEqual(found.map(() => undefined));
  }
});

test("generated code contains no word of an arbitrary hot program", async () => {
  let seen = 0;
  await fc.assert(
    fc.asyncProperty(arbitraryHotProgram, async (source) => {
      const found = await generatedFor(source);
      seen += found.length;
      expect(found.map(strangeWord), source).toEqual(found.map(() => undefined));
    }),
    { numRuns: isFull ? 2_000 : 100 },
  );
  expect(seen).toBeGreaterThan(100);
});

test("the test detects names and unexpected members in code", () => {
  expect(strangeWord("return function(F,B){B.site=p0;canary;}")).toBe("canary");
  expect(strangeWord("let s1=F[1];return s1.constructor;")).toBe("constructor");
  expect(strangeWord('"use strict";\nL0:for(;;){t1=(-2.5e-7);break L0;}')).toBeUndefined();
});
