import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readTrace } from "./read-trace.ts";

test("reads a trace with the older tags as the original values", () => {
  const file = new URL("../test/first-tags.jsonl", import.meta.url);
  const { events, problems } = readTrace(readFileSync(file, "utf8"));
  expect(problems).toEqual([]);
  expect(events.map(({ data }) => data)).toEqual([
    {
      name: "orders",
      args: { limit: 2n ** 53n, since: new Date(0) },
      address: "run/1/0",
    },
    {
      name: "orders",
      ok: true,
      result: {
        large: 12345678901234567890n,
        special: [NaN, Infinity, -Infinity, -0],
        absent: [undefined],
        at: new Date(Date.UTC(2025, 0, 2, 3, 4, 5, 678)),
        never: new Date(NaN),
        names: new Set(["a", 2n ** 64n]),
        byId: new Map<unknown, unknown>([
          [{ id: 1 }, new Date(0)],
          ["rows", new Map([[1, [2]]])],
        ]),
        looksTagged: [
          { $bigint: "1" },
          { $date: null },
          { $object: { $map: [] } },
          { $integer: "1" },
          { $instant: "1970-01-01T00:00:00Z" },
          { $fields: [["a", 1]] },
        ],
        ":a": { $ref: "#/a", other: 1 },
      },
    },
  ]);
});
