// Sends each payload through each entry point and measures the processor time of this process. None
// may exceed its limit. Work that grows with the square of its data takes ten times as long.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { createPool } from "@ptc/lisp/node";
import { bundledPool } from "../../../../vitest.bundles.ts";
import { doors } from "./doors.ts";
import { payloads } from "./payloads.ts";
import { isFull, isWhole } from "../full-size.ts";

const pool = createPool({ size: 1, execArgv: await bundledPool() });
afterAll(() => pool.close());

/**
 * The maximum seconds of processor time for one payload at one entry point, which handles it
 * several times.
 */
const most = 8;

test("the threat model lists each door with its limit", () => {
  const file = join(import.meta.dirname, "../../../../docs/threat-model.md");
  const [, table = ""] =
    /<!-- doors -->\s+([^]*?)\s+<!-- end of doors -->/.exec(readFileSync(file, "utf8")) ?? [];
  const [, , ...rows] = table.split("\n").map((line) => line.split("|").map((cell) => cell.trim()));
  expect(rows.map(([, name, limit]) => [name, limit])).toEqual(
    doors(pool).map(({ name, limit }) => [name, limit]),
  );
});

describe.each(doors(pool).map((door, index) => [door.name, door, (index * 5) % 24] as const))(
  "%s",
  (_, door, first) => {
    // `.ci/run` sends every second payload through an entry point, and PTC_TESTS=whole all.
    const all = payloads();
    const every = isWhole ? 1 : isFull ? 2 : Math.min(24, all.length);
    const sample = all.filter((_payload, index) => index % every === first % every);
    test.each(sample.map((payload) => [payload.family, payload] as const))(
      "stays within its limit of processor time for %s",
      async (_family, payload) => {
        const { user, system } = process.cpuUsage();
        await door.open(payload);
        const used = process.cpuUsage();
        expect((used.user + used.system - user - system) / 1e6).toBeLessThan(most);
      },
    );
  },
);
