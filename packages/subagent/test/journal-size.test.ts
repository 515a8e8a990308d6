// The cost of large journals: a turn doesn't scan the journal, and only reading an entry costs its
// size.
import { JournalEntries } from "@ptc/core/internal/journal";
import { describe, expect, test, vi } from "vitest";
import { play, textOf } from "./missions.ts";

describe("a large journal", () => {
  const many = Object.fromEntries(
    Array.from({ length: 5_000 }, (_, index) => [`fetch_page_${String(index)}`, { rows: index }]),
  );

  /** Returns how often all entries are read in a mission of `turns` turns. */
  async function readings(turns: number): Promise<number> {
    const record = vi.spyOn(JournalEntries.prototype, "record", "get");
    const programs = Array.from({ length: turns - 1 }, (_, index) =>
      index % 2 === 0 ? `(task "save_page_${String(index)}" 1)` : "(/ 1 0)",
    );
    const { step } = await play([...programs, "(return 1)"], {
      journal: many,
      maxTurns: turns,
      completion: "explicit",
    });
    const count = record.mock.calls.length;
    record.mockRestore();
    expect(step.ok).toBe(true);
    expect(Object.keys(step.journal ?? {})).toHaveLength(5_000 + Math.ceil((turns - 1) / 2));
    return count;
  }

  test("a mission of many turns reads a large journal as often as one of few turns", async () => {
    const [few, more] = [await readings(3), await readings(17)];
    expect(few).toBeGreaterThan(0);
    expect(more).toBe(few);
  });

  test("shows the model only the results that a turn added", async () => {
    const { sent } = await play(
      ['(do (task "save_a" 1) (task "fetch_page_7" 1) nil)', "(return 1)"],
      { journal: many },
    );
    expect(sent[1]).toContain(
      'Stored in the journal:\n<data kind="journal">\n- save_a: 1\n</data>',
    );
  });
});

describe("an entry of 10 MB", () => {
  const rows = Array.from({ length: 200_000 }, (_, id) => ({
    id,
    name: `name ${String(id)}`,
    at: [1],
  }));
  const usageOf = async (program: string, journal: Readonly<Record<string, unknown>>) => {
    const { step, llm } = await play([program], { journal, maxTurns: 1 });
    return { step, system: textOf(llm.requests[0]?.messages[0]?.content) };
  };

  test("costs nothing for a program that doesn't read it, and a line of the prompt", async () => {
    const { step, system } = await usageOf('(return (task "small_1" 1))', { rows_all: rows });
    const { step: without } = await usageOf('(return (task "small_1" 1))', {});
    const { steps, memoryBytes } = without.usage ?? {};
    expect(step.usage).toMatchObject({ steps, memoryBytes });
    expect(system).toContain("- rows_all: too large to show");
  });

  test("reading an entry costs its size each time", async () => {
    const reading = '(count (task "rows_all" nil))';
    const read = (count: number, program = `(return ${reading})`) =>
      play([program], {
        journal: { rows_all: rows.slice(0, count) },
        maxTurns: 1,
        limits: { memoryBytes: 20_000_000, timeoutMs: 60_000 },
      });
    const [{ step: once }, { step: half }] = [await read(20_000), await read(10_000)];
    expect(once).toMatchObject({ ok: true, return: 20_000 });
    const ratio = (once.usage?.memoryBytes ?? 0) / (half.usage?.memoryBytes ?? 1);
    expect(ratio).toBeGreaterThan(1.9);
    expect(ratio).toBeLessThan(2.1);
    const { step: often } = await read(20_000, `(return (mapv (fn [_] ${reading}) (range 10)))`);
    expect(often).toMatchObject({ ok: false, fail: { reason: "memory_exceeded" } });
    expect(often.journal?.["rows_all"]).toHaveLength(20_000);
  });

  test("reads an entry of text directly and stores it unchanged", async () => {
    const text = "x".repeat(10_000_000);
    const { step } = await usageOf('(return (count (task "text_all" nil)))', { text_all: text });
    expect(step).toMatchObject({ ok: true, return: 10_000_000, journal: { text_all: text } });
  });
});
