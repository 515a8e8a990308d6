import { describe, expect, test } from "vitest";
import { pageOf } from "./page.ts";

const rows = Array.from({ length: 250 }, (_, index) => index);

describe("pageOf", () => {
  test("pageOf returns the requested rows and their total number", () => {
    expect(pageOf(rows, {})).toEqual({ total: 250, rows: rows.slice(0, 20) });
    expect(pageOf(rows, { offset: 220, limit: 50 })).toEqual({ total: 250, rows: rows.slice(220) });
    expect(pageOf(rows, { offset: 300 })).toEqual({ total: 250, rows: [] });
  });

  test("pageOf rejects invalid bounds and says what is allowed", () => {
    expect(() => pageOf(rows, { limit: 1000 })).toThrow(
      "limit must be a whole number up to 50, got 1000: ask for further pages with offset",
    );
    expect(() => pageOf(rows, { offset: -1 })).toThrow(
      "offset must be a whole number from 0, got -1",
    );
    expect(() => pageOf(rows, { limit: "all" })).toThrow('got "all"');
  });
});
