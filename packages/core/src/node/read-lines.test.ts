import { expect, test } from "vitest";
import { readLines } from "./read-lines.ts";

async function* stream(...chunks: readonly string[]): AsyncGenerator {
  for (const chunk of chunks) {
    await Promise.resolve();
    yield Buffer.from(chunk);
  }
}

async function linesOf(
  chunks: readonly string[],
  maximumBytes = 100,
): Promise<(string | undefined)[]> {
  const lines: (string | undefined)[] = [];
  for await (const line of readLines(stream(...chunks), maximumBytes)) {
    expect(line.number).toBe(lines.length + 1);
    lines.push(line.bytes === undefined ? undefined : Buffer.from(line.bytes).toString());
  }
  return lines;
}

test("lines are put together from any chunks", async () => {
  expect(await linesOf(["ab\nc", "d", "e\n", "\nf"])).toEqual(["ab", "cde", "", "f"]);
  expect(await linesOf(["a\n"])).toEqual(["a"]);
  expect(await linesOf([])).toEqual([]);
});

test("a line beyond the bound has no bytes, and the next is whole", async () => {
  expect(await linesOf(["abc", "def\nok\n", "toolong"], 5)).toEqual([undefined, "ok", undefined]);
});

test("a line is handed over before the next chunk is asked for", async () => {
  const asked: string[] = [];
  async function* slow(): AsyncGenerator {
    for (const chunk of ["a\n", "b\n"]) {
      await Promise.resolve();
      asked.push(chunk);
      yield Buffer.from(chunk);
    }
  }
  const lines = readLines(slow(), 100);
  await lines.next();
  expect(asked).toEqual(["a\n"]);
});
