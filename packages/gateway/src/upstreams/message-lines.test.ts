import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { idOfSkipped, MessageLines, type SkippedLine } from "./message-lines.ts";

interface Read {
  readonly lines: string[];
  readonly skipped: SkippedLine[];
}

function read(text: string, cuts: readonly number[], mostBytes: number): Read {
  const lines: string[] = [];
  const skipped: SkippedLine[] = [];
  const reader = new MessageLines(mostBytes, {
    onLine: (line) => lines.push(line),
    onSkipped: (line) => skipped.push(line),
  });
  const bytes = new TextEncoder().encode(text);
  let from = 0;
  for (const cut of [...cuts.map((one) => one % (bytes.length + 1)), bytes.length].sort(
    (left, right) => left - right,
  )) {
    reader.push(bytes.subarray(from, cut));
    from = cut;
  }
  return { lines, skipped };
}

test("lines don't depend on how the stream is cut, and each has its bound", () => {
  const line = fc.string({ unit: fc.constantFrom("a", "é", "😀", "\r", "}"), maxLength: 30 });
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 8 }),
      fc.array(fc.nat(500), { maxLength: 5 }),
      (lines, cuts) => {
        const text = lines.map((one) => `${one}\n`).join("");
        const whole = new TextDecoder().decode(new TextEncoder().encode(text)).split("\n");
        const short = (one: string): boolean => new TextEncoder().encode(one).length <= 40;
        const found = read(text, cuts, 40);
        expect(found.lines).toEqual(
          whole.filter((one) => short(one) && one.trim() !== "").map((one) => one.trim()),
        );
        expect(found.skipped.map(({ bytes }) => bytes)).toEqual(
          whole.filter((one) => !short(one)).map((one) => new TextEncoder().encode(one).length),
        );
      },
    ),
  );
});

test("an incomplete line isn't a message", () => {
  expect(read('{"id":1}', [3], 100)).toEqual({ lines: [], skipped: [] });
});

const long = "x".repeat(1_000);

test.each([
  [`{"jsonrpc":"2.0","id":7,"result":"${long}"}`, 7],
  [`{ "id" : "a-7", "jsonrpc": "2.0", "result": "${long}" }`, "a-7"],
  [`{"result":"${long}","jsonrpc":"2.0","id":12}`, 12],
  [`{"result":"${long}","id":12,"jsonrpc":"2.0"}`, 12],
  [`{"result":{"text":"${long}\\"id\\":5}"}}`, undefined],
  [`{"method":"notifications/message","params":{"data":"${long}"}}`, undefined],
])("%s has its id at one of its ends", (line, id) => {
  for (const cuts of [[], [1, 2, 3, 500, 1_010]]) {
    const [skipped] = read(`${line}\n`, cuts, 100).skipped;
    expect(skipped?.bytes).toBe(line.length);
    expect(skipped && idOfSkipped(skipped)).toBe(id);
  }
});

test("a line of 100 MB is skipped in constant memory", { tags: "full" }, async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const skipped: number[] = [];
  const reader = new MessageLines(1_000_000, {
    onLine: () => undefined,
    onSkipped: ({ bytes }) => skipped.push(bytes),
  });
  const pieces: WeakRef<Uint8Array>[] = [];
  const push = (): void => {
    const piece = new Uint8Array(1_000_000);
    pieces.push(new WeakRef(piece));
    reader.push(piece);
  };
  for (let count = 0; count < 100; count++) push();
  // A `WeakRef` keeps its target until the end of the turn that made it.
  await new Promise((resolve) => setImmediate(resolve));
  collect();
  expect(pieces.filter((piece) => piece.deref() !== undefined).length).toBeLessThan(2);
  reader.push(new TextEncoder().encode("\n"));
  expect(skipped).toEqual([100_000_000]);
});
