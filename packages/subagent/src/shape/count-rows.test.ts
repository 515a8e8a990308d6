import { describe, expect, test } from "vitest";
import { described, list, titled } from "../../test/described.ts";

describe("values that only a few rows of a long list have", () => {
  const logs = list(5_000, (index) => ({
    id: index,
    level: index === 17 || index === 4_321 ? "fatal" : index % 3 === 0 ? "warn" : "info",
    code: index === 77 ? 599 : 200,
    done: index !== 4_999,
    left: index === 4_000 ? "2026-01-01" : null,
    at: { zone: index === 2_222 ? "utc" : "UTC" },
  }));

  test("finds rare values of all fields with few values, also within records", () => {
    expect(described(logs)).toBe(
      [
        "id: 0 to 4999",
        'level: "info" 67 %, "warn" 33 %, "fatal" <1 %',
        "code: 200 (>99 %), 599 (<1 %)",
        "done: true >99 %, false <1 %",
        'left: date "2026-01-01" (<1 %), nil >99 %',
        'at: {zone: "UTC" >99 %, "utc" <1 %}',
      ].join("\n"),
    );
    expect(titled(logs)).toBe("vector of 5000 maps");
    expect(described(list(5_000, (index) => (index === 4_321 ? "b" : "a")))).toBe(
      '["a" >99 %, "b" <1 %]',
    );
  });

  test("counts rows that lack such a field, or have a collection there", () => {
    const rows = list(5_000, (index) => ({
      id: index,
      ...(index === 4_321 ? {} : { state: index === 17 ? ["x"] : "open" }),
    }));
    expect(described(rows)).toBe(
      'id: 0 to 4999\nstate: [text "x"] 1 in all (<1 %), "open" >99 %, missing <1 %',
    );
    const many = list(50_000, (index) => rows[index % 5_000]);
    expect(described(many)).toMatch(/^id: .*\nstate: "open" >99 %, vector \(<1 %\), missing <1 %$/);
  });

  test("samples the rows of longer lists, but counts fields with few values in all of them", () => {
    const many = list(8_500, (index) => ({ ...logs[index % 5_000], id: index }));
    expect(described(many)).toBe(
      [
        "id: 0 to 8493",
        'level: "info" 67 %, "warn" 33 %, "fatal" <1 %',
        "code: 200 (>99 %), 599 (<1 %)",
        "done: true >99 %, false <1 %",
        'left: date "2026-01-01" (<1 %), nil >99 %',
        'at: {zone: "UTC" >99 %, "utc" <1 %}',
      ].join("\n"),
    );
    expect(titled(many)).toBe("vector of 8500 maps, 1000 sampled, listed values from all");
  });

  test("reports the number of counted rows if there are too many for all", () => {
    const many = list(100_000, (index) => ({ a: "x", b: "y", c: index % 2 === 0 }));
    expect(titled(many)).toBe("vector of 100000 maps, 1000 sampled, listed values from 18182");
  });

  test("finds rare units and notations of dates among many different texts", () => {
    const rows = list(5_000, (index) => ({
      weight: index === 4_321 ? "800 g" : index === 99 ? "n/a" : `${String(index)}.5 kg`,
      on: index === 17 ? "31.01.2026" : `2026-01-${String(10 + (index % 20))}`,
    }));
    expect(described(rows)).toMatch(
      /^weight: number with unit like ".* kg" \(>99 %\), "800 g" \(<1 %\), text "n\/a" \(<1 %\)\non: date "2026-01-10" to "2026-01-29" \(>99 %\), date in other notation "31.01.2026" \(<1 %\)$/,
    );
    const many = list(30_000, (index) => ({ weight: rows[index % 5_000]?.weight }));
    expect(described(many)).toContain(
      'number with unit like ".* kg" (>99 %), "800 g" (<1 %)'.replace(".*", "0.5"),
    );
    expect(titled(many)).toBe("vector of 30000 maps, 1000 sampled");
  });

  test("describes rows of a rare kind", () => {
    const events = list(5_000, (id) =>
      id === 4_321 ? { id, type: "refund", amount: 5 } : { id, type: "sale", total: id },
    );
    expect(described(events)).toBe(
      [
        "id: 0 to 4999",
        'type: "sale" >99 %, "refund" <1 %',
        'if type "sale": {total: 0 to 4999}',
        'if type "refund": {amount: 5}',
      ].join("\n"),
    );
  });

  test("counts nothing in firewalled fields", () => {
    const rows = list(5_000, (index) => ({ _level: index === 4_321 ? "s3cr3t" : "x", id: index }));
    expect(described(rows)).toMatch(/^_level: <Firewalled>\nid: /);
    expect(titled(rows)).toBe("vector of 5000 maps");
  });
});
