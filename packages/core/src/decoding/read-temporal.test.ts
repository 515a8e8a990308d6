import { describe, expect, test } from "vitest";
import type { TemporalKind } from "../values/index.ts";
import { temporalText } from "../values/internal.ts";
import { parseTemporal, readZone } from "./read-temporal.ts";

describe("parseTemporal", () => {
  test.each<[TemporalKind, string, string]>([
    ["local-date-time", "2026-01-08T10:00:00", "2026-01-08T10:00"],
    ["local-date-time", "2400-01-08T10:00:00.5", "2400-01-08T10:00:00.500"],
    ["local-time", "09:00:07", "09:00:07"],
    ["year-month", "2026-12", "2026-12"],
    ["offset-date-time", "2026-01-08T10:00-00:00", "2026-01-08T10:00Z"],
    ["offset-date-time", "2026-01-08T10:00+02", "2026-01-08T10:00+02:00"],
    ["offset-date-time", "2026-01-08T10:00+02:00:01", "2026-01-08T10:00+02:00:01"],
    ["zoned-date-time", "2026-01-08T10:00+02:00[UTC]", "2026-01-08T08:00Z[UTC]"],
    ["zoned-date-time", "2026-01-08T10:00Z[UTC+02:00]", "2026-01-08T12:00+02:00[UTC+02:00]"],
    ["zoned-date-time", "2026-01-08T10:00+02:00[+02:00]", "2026-01-08T10:00+02:00"],
    ["period", "P1Y2M3W4D", "P1Y2M25D"],
    ["period", "-P1Y-2M", "P-1Y2M"],
    [
      "zoned-date-time",
      "2026-01-08T10:00+01:00[Europe/Paris]",
      "2026-01-08T10:00+01:00[Europe/Paris]",
    ],
    ["period", "p0012d", "P12D"],
    ["period", "P1Y14M-3D", "P1Y14M-3D"],
  ])("parses a %s from %s", (kind, text, written) => {
    const value = parseTemporal(kind, text);
    expect(value === undefined ? undefined : temporalText(value)).toBe(written);
  });

  test.each<[TemporalKind, string]>([
    ["local-date-time", "2026-01-08 10:00"],
    ["local-date-time", "2026-01-08T10"],
    ["local-date-time", "2026-01-08T24:00"],
    ["local-date-time", "2026-01-08T10:00Z"],
    ["local-time", "24:00"],
    ["local-time", "9:00"],
    ["year-month", "2026-1"],
    ["year-month", "2026-13"],
    ["offset-date-time", "2026-01-08T10:00+0200"],
    ["offset-date-time", "2026-01-08T10:00Z[UTC]"],
    ["offset-date-time", "2026-01-08T10:00+19:00"],
    ["offset-date-time", "2026-01-08"],
    ["zoned-date-time", "2026-01-08T10:00"],
    ["zoned-date-time", "2026-01-08T10:00[UTC]"],
    ["zoned-date-time", "2026-01-08T10:00Z[Europe/]"],
    ["period", "P"],
    ["period", "P1.5D"],
    ["period", "P2M1Y"],
    ["period", "P99999999999D"],
    ["duration", "PT1H"],
  ])("does not parse a %s from %s", (kind, text) => {
    expect(parseTemporal(kind, text)).toBeUndefined();
  });

  test("readZone keeps the name of a zone", () => {
    expect(readZone("GMT+02")).toEqual({ offset: 7_200_000, name: "GMT+02:00" });
    expect(readZone("UTC+00:00")).toEqual({ offset: 0, name: "UTC" });
    expect(readZone("-18:00")).toEqual({ offset: -64_800_000, name: "" });
    expect(readZone("+18:01")).toBeUndefined();
  });
});
