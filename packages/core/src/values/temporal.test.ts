import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryTemporal } from "../../test/arbitrary-value.ts";
import { parseInstant, parseLocalDate, parseTemporal } from "../decoding/internal.ts";
import { Temporal, temporalText } from "./temporal.ts";

const instant = (text: string) => parseInstant(text)?.amount;
const day = 86_400_000;

describe("temporalText", () => {
  test("its texts parse back to the same value", () => {
    fc.assert(
      fc.property(arbitraryTemporal, (value) => {
        const text = temporalText(value);
        if (value.kind !== "duration") expect(parseTemporal(value.kind, text)).toEqual(value);
        expect(text).not.toContain("NaN");
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ["instant", 0, "1970-01-01T00:00:00Z"],
    ["instant", 5, "1970-01-01T00:00:00.005Z"],
    ["instant", -1, "1969-12-31T23:59:59.999Z"],
    ["instant", 8.64e15, "+275760-09-13T00:00:00Z"],
    ["local-date", 0, "1970-01-01"],
    ["local-date", -1, "1969-12-31"],
    ["local-date", 20_000, "2024-10-04"],
    ["local-date", -800_000, "-000221-09-04"],
    ["duration", 0, "PT0S"],
    ["duration", 5_400_000, "PT1H30M"],
    ["duration", 1500, "PT1.5S"],
    ["duration", -61_000, "PT-1M-1S"],
    ["duration", 90_061_001, "PT25H1M1.001S"],
    ["duration", 0.5, "PT0.0005S"],
    ["duration", -0.000001, "PT-0.000000001S"],
    ["duration", 90_061_001.000005, "PT25H1M1.001000005S"],
    ["duration", 1e-9, "PT0S"],
  ] as const)("the text of the %s %d is %s", (kind, amount, text) => {
    expect(temporalText(new Temporal(kind, amount))).toBe(text);
  });
});

describe("parseInstant", () => {
  test.each([
    ["2026-01-02T03:04:05.678Z", Date.UTC(2026, 0, 2, 3, 4, 5, 678)],
    ["2026-01-02T03:04Z", Date.UTC(2026, 0, 2, 3, 4)],
    ["2026-01-02T03:04:05.6Z", Date.UTC(2026, 0, 2, 3, 4, 5, 600)],
    ["2026-01-02T03:04:05.678999999Z", Date.UTC(2026, 0, 2, 3, 4, 5, 678)],
    ["2026-01-02T03:04:05+02:00", Date.UTC(2026, 0, 2, 1, 4, 5)],
    ["2026-01-02T23:04:05-0530", Date.UTC(2026, 0, 3, 4, 34, 5)],
    ["2024-02-29T00:00:00Z", Date.UTC(2024, 1, 29)],
    ["2026-01-02T24:00:00Z", Date.UTC(2026, 0, 3)],
    ["0001-01-01T00:00:00Z", -62_135_596_800_000],
    ["+275760-09-13T00:00:00Z", 8.64e15],
    ["-271821-04-20T00:00:00Z", -8.64e15],
  ])("parses the instant %s", (text, amount) => {
    expect(instant(text)).toBe(amount);
  });

  test.each([
    "",
    "2026",
    "2026-01-02",
    "2026-01-02T03:04:05",
    "2026-01-02 03:04:05Z",
    "2026-1-2T03:04:05Z",
    "2026-02-30T00:00:00Z",
    "2025-02-29T00:00:00Z",
    "2026-13-01T00:00:00Z",
    "2026-00-01T00:00:00Z",
    "2026-01-00T00:00:00Z",
    "2026-01-32T00:00:00Z",
    "2026-01-02T25:00:00Z",
    "2026-01-02T24:00:01Z",
    "2026-01-02T03:60:00Z",
    "2026-01-02T03:04:60Z",
    "2026-01-02T03:04:05+24:00",
    "2026-01-02T03:04:05+02:60",
    "2026-01-02T03:04:05.Z",
    "2026-01-02T03:04:05.1234567890Z",
    "-000000-01-01T00:00:00Z",
    "+275760-09-13T00:00:01Z",
    "2026-01-02T03:04:05Z\n",
    "T",
    "2026-01-02T",
    "Fri, 02 Jan 2026 03:04:05 GMT",
    "٢٠٢٦-01-02T03:04:05Z",
  ])("does not parse %j as an instant", (text) => {
    expect(parseInstant(text)).toBe(undefined);
  });

  test("agrees with the host on texts that both accept", () => {
    const parts = fc.tuple(
      fc.integer({ min: 0, max: 9999 }),
      fc.nat(13),
      fc.nat(32),
      fc.nat(25),
      fc.nat(61),
      fc.nat(61),
      fc.nat(999),
      fc.constantFrom("Z", "+00:00", "-11:30", "+23:59"),
    );
    const pad = (value: number, width: number) => String(value).padStart(width, "0");
    fc.assert(
      fc.property(parts, ([year, month, date, hour, minute, second, fraction, zone]) => {
        const text = `${pad(year, 4)}-${pad(month, 2)}-${pad(date, 2)}T${pad(hour, 2)}:${pad(minute, 2)}:${pad(second, 2)}.${pad(fraction, 3)}${zone}`;
        const parsed = instant(text);
        const hosted = Date.parse(text);
        if (parsed !== undefined) expect(parsed).toBe(hosted);
        // Hosts convert a nonexistent date to one in the next month.
        else
          expect(
            Number.isNaN(hosted) || new Date(Date.UTC(year, month - 1, date)).getUTCDate() !== date,
          ).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("parseLocalDate", () => {
  test.each([
    ["1970-01-02", 1],
    ["2024-02-29", 19_782],
    ["0000-01-01", -719_528],
    ["-000001-12-31", -719_529],
    ["+275760-09-13", 1e8],
  ])("parses the local date %s", (text, days) => {
    expect(parseLocalDate(text)?.amount).toBe(days);
  });

  test.each([
    "",
    "2026-02-30",
    "2025-02-29",
    "2100-02-29",
    "2026-1-1",
    "2026-01-01T00:00:00Z",
    " 2026-01-01",
    "+275760-09-14",
    "-000000-01-01",
    "today",
  ])("does not parse %j as a local date", (text) => {
    expect(parseLocalDate(text)).toBe(undefined);
  });
});

describe("amounts of Temporal values", () => {
  test.each([
    ["instant", NaN],
    ["instant", 0.5],
    ["instant", 8.64e15 + 1],
    ["local-date", 1e8 + 1],
    ["local-date", 0.5],
    ["local-date", Infinity],
    ["duration", NaN],
    ["duration", Infinity],
  ] as const)("rejects a %s of %d, so every value can be printed", (kind, amount) => {
    expect(Temporal.isAmount(kind, amount)).toBe(false);
    expect(() => new Temporal(kind, amount)).toThrow(RangeError);
  });

  test.each([
    ["instant", -8.64e15],
    ["local-date", -1e8],
    ["duration", 0.5],
    ["duration", day * 1e9],
  ] as const)("accepts a %s of %d", (kind, amount) => {
    expect(new Temporal(kind, amount).amount).toBe(amount);
  });
});
