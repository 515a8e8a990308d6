// Tests zones of places beyond the vectors, which compare them with the JVM.

import { afterEach, describe, expect, test, vi } from "vitest";
import { expectFailures } from "../../../test/expect-failures.ts";
import { expectPrinted } from "../../../test/evaluate.ts";
import { createSession, decodeMemory, run } from "../../index.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

const known =
  'write a place such as "Europe/Berlin", "UTC", or an offset: (ZoneOffset/of "+02:00")';

describe("zones of places", () => {
  test("names the right spelling, or what zones look like", async () => {
    await expectFailures([
      [
        '(ZoneId/of "Europe/Nowhere")',
        "argument_error",
        'ZoneId/of: "Europe/Nowhere" is not a known zone',
        known,
      ],
      [
        '(ZoneId/of "europe/berlin")',
        "argument_error",
        'ZoneId/of: "europe/berlin" is not a known zone',
        'did you mean "Europe/Berlin"?',
      ],
      ['(ZoneId/of "EST")', "argument_error", 'ZoneId/of: "EST" is not a known zone', known],
      [
        '(ZoneId/of "__proto__")',
        "argument_error",
        'ZoneId/of: "__proto__" is not a known zone',
        known,
      ],
      [
        '(ZoneOffset/of "Europe/Berlin")',
        "argument_error",
        'ZoneOffset/of: "Europe/Berlin" is a zone, not an offset',
      ],
      [
        '(ZonedDateTime/parse "2026-01-01T10:00+01:00[Europe/Nowhere]")',
        "argument_error",
        'ZonedDateTime/parse: "Europe/Nowhere" is not a known zone',
      ],
    ]);
  });

  test("rejects zones of places on a host without their rules", async () => {
    vi.stubGlobal("Intl", undefined);
    await expectFailures([
      [
        '(ZoneId/of "Africa/Abidjan")',
        "argument_error",
        "ZoneId/of: this host has no time zone data",
        'use an offset: (ZoneOffset/of "+02:00")',
      ],
    ]);
    await expectPrinted([['(ZoneId/of "UTC+2")', '"UTC+02:00"']]);
  });

  test("keeps a zone in memory, as JSON, and in results", async () => {
    const session = createSession();
    await session.run(
      '(def meeting (ZonedDateTime/parse "2026-03-28T10:00+01:00[Europe/Berlin]"))',
    );
    const memory = await decodeMemory(JSON.parse(JSON.stringify(session.memory.toJSON())));
    const step = await run("(.plusDays meeting 1)", { memory });
    expect(step.ok && step.return).toBe("2026-03-29T10:00+02:00[Europe/Berlin]");
  });

  test("reads the current time in a zone", async () => {
    const step = await run('(str (ZonedDateTime/now (ZoneId/of "Asia/Tokyo")))', {
      clock: { now: () => Date.UTC(2026, 0, 1, 20), monotonic: () => 0 },
    });
    expect(step.ok && step.return).toBe("2026-01-02T05:00+09:00[Asia/Tokyo]");
  });
});
