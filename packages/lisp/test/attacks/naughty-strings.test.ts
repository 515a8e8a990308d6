// Naughty strings as values, keys, names and sources: see naughty-strings.ts.

import { afterAll, describe, expect, test } from "vitest";
import { quotedText } from "@ptc/core/internal/printing";
import { createSession, decodeMemory, run, type LispStep } from "../../src/index.ts";
import { hostState } from "./host-state.ts";
import { naughtyStrings } from "./naughty-strings.ts";

const before = hostState();
afterAll(() => {
  expect(hostState()).toEqual(before);
});

const shown = naughtyStrings.map((text) => [JSON.stringify(text).slice(0, 40), text] as const);

function answer(step: LispStep): unknown {
  if (!step.ok) throw new Error(step.fail.message);
  return step.return;
}

describe.each(shown)("%s", (_, text) => {
  test("a naughty string stays the same when written, passed in, built, compared, stored and returned", async () => {
    const literal = quotedText(text);
    const echo = { tools: { echo: (args: unknown) => args } };
    expect(answer(await run(literal))).toBe(text);
    expect(answer(await run("data/x", { context: { x: text } }))).toBe(text);
    expect(answer(await run(`(:x (tool/echo {:x ${literal}}))`, echo))).toBe(text);
    expect(
      answer(
        await run(
          `(= ${literal} data/x (str data/x) (json/parse-string (json/generate-string data/x)))`,
          { context: { x: text } },
        ),
      ),
    ).toBe(true);
    expect(
      answer(
        await run(`[(count data/x) (count (str "a" data/x)) (= data/x (apply str (seq data/x)))]`, {
          context: { x: text },
        }),
      ),
    ).toEqual([expect.any(Number), expect.any(Number), true]);
    const step = await run(`(do (def kept data/x) (println data/x) (task "t" data/x))`, {
      context: { x: text },
      journal: {},
    });
    expect(answer(step)).toBe(text);
    expect(step.prints).toEqual([text]);
    expect(
      answer(
        await run("kept", { memory: await decodeMemory(JSON.parse(JSON.stringify(step.memory))) }),
      ),
    ).toBe(text);
    expect(
      answer(
        await run('(task "t" 0)', {
          journal: JSON.parse(JSON.stringify(step.journal)) as Record<string, unknown>,
        }),
      ),
    ).toBe(text);
  });

  test("a naughty string is one field when used as a key, in host maps and program maps", async () => {
    const row = JSON.parse(`{${JSON.stringify(text)}:1}`) as object;
    expect(
      answer(
        await run("[(get data/row data/key) (count data/row) (keys data/row)]", {
          context: { row, key: text },
        }),
      ),
    ).toEqual([1, 1, [text]]);
    const made = answer(
      await run("(assoc {} data/key {data/key 2})", { context: { key: text } }),
    ) as object;
    expect(Object.keys(made)).toEqual([text]);
    expect(Object.getOwnPropertyDescriptor(made, text)?.value).toEqual(
      JSON.parse(`{${JSON.stringify(text)}:2}`),
    );
    const stored = await run("(do (def m {data/key 1}) (def g (group-by identity [data/key])) m)", {
      context: { key: text },
    });
    const again = await run("[(get m data/key) (get g data/key)]", {
      context: { key: text },
      memory: await decodeMemory(JSON.parse(JSON.stringify(stored.memory))),
    });
    expect(answer(again)).toEqual([1, [text]]);
  });

  test("works as an id of a task or step, a context field and a tool name", async () => {
    const named = JSON.parse(`{${JSON.stringify(text)}:1}`) as Record<string, unknown>;
    expect(
      await run("(count data/x)", { context: { ...named, x: [1] }, memory: named, journal: named }),
    ).toMatchObject({ ok: true });
    expect(await run("1", { tools: Object.fromEntries([[text, () => 1]]) })).toMatchObject({
      ok: true,
    });
    if (text === "") return;
    const step = await run("(do (task data/id 5) (step-done data/id data/id) (task data/id 6))", {
      context: { id: text },
      journal: {},
    });
    expect(answer(step)).toBe(5);
    expect([Object.keys(step.journal ?? {}), Object.entries(step.summaries)]).toEqual([
      [text],
      [[text, text]],
    ]);
  });

  test("ends in a step as a source, symbol, keyword, defined name, tool name and pattern", async () => {
    const limits = { steps: 100_000, timeoutMs: 5_000 };
    for (const source of [
      text,
      `'${text}`,
      `:${text}`,
      `(def ${text} 1)`,
      `(let [${text} 1] ${text})`,
      `(tool/${text} {})`,
      `data/${text}`,
      `(.${text} 1)`,
      `#"${text}"`,
      `(re-find (re-pattern data/x) data/x)`,
      `(format data/x 1 2)`,
      `(str/split data/x (re-pattern data/x))`,
      `[(keyword data/x) (symbol data/x)]`,
      `(doc ${text})`,
      `(apropos data/x)`,
    ]) {
      const step = await run(source, { context: { x: text }, limits });
      if (!step.ok) {
        expect(step.fail.details?.kind).not.toBe("internal_error");
        expect(step.fail.message).not.toBe("");
        expect(JSON.stringify(step.fail).length).toBeLessThan(20_000 + 4 * source.length);
      }
    }
  });
});

test("a session continues after each naughty string", async () => {
  const session = createSession({ limits: { steps: 100_000 } });
  for (const text of naughtyStrings) await session.run(text);
  expect(answer(await session.run("(+ 1 2)"))).toBe(3);
});
