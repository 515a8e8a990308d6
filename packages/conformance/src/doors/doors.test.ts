// Sends each payload through each door, and counts the processor time of this process: none may
// take more than its limits. Work that grows with the square of its data takes ten times as long.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { createPool } from "@ptc/lisp/node";
import { doors } from "./doors.ts";
import { payloads } from "./payloads.ts";
import { isFull } from "../full-size.ts";

const pool = createPool({ size: 1 });
afterAll(() => pool.close());

/** Seconds of processor time for one payload at one door, which opens for it several times. */
const most = 8;

test("the threat model names each door with its limit", () => {
  const file = join(import.meta.dirname, "../../../../docs/threat-model.md");
  const [, table = ""] =
    /<!-- doors -->\s+([^]*?)\s+<!-- end of doors -->/.exec(readFileSync(file, "utf8")) ?? [];
  const [, , ...rows] = table.split("\n").map((line) => line.split("|").map((cell) => cell.trim()));
  expect(rows.map(([, name, limit]) => [name, limit])).toEqual(
    doors(pool).map(({ name, limit }) => [name, limit]),
  );
});

describe.each(doors(pool).map((door, index) => [door.name, door, index % 3] as const))(
  "%s",
  (_, door, first) => {
    // In `.ci/run` each door is opened for every payload.
    const sample = payloads().filter((_payload, index) => isFull || index % 6 === first);
    test.each(sample.map((payload) => [payload.family, payload] as const))(
      "ends in time for %s",
      async (_family, payload) => {
        const { user, system } = process.cpuUsage();
        await door.open(payload);
        const used = process.cpuUsage();
        expect((used.user + used.system - user - system) / 1e6).toBeLessThan(most);
      },
    );
  },
);
