import { describe, expect, test } from "vitest";
import { described, list } from "../../test/described.ts";

describe("rows of several kinds in one list", () => {
  const events = list(90, (id) =>
    id % 3 === 0
      ? { type: "order", id, total: id, lines: [{ sku: `A-${String(id)}` }] }
      : id % 3 === 1
        ? { type: "refund", id, amount: `${String(id)} EUR` }
        : { type: "note", id, text: `seen ${String(id)}`, total: "n/a" },
  );

  test("describes rows by the field that determines their other fields", () => {
    expect(described(events)).toBe(
      [
        'type: "order" 33 %, "note" 33 %, "refund" 33 %',
        "id: 0 to 89",
        'if type "order": {total: 0 to 87; lines: [{sku: text "A-0"}] 1 each}',
        'if type "note": {total: "n/a"; text: text "seen 59"}',
        'if type "refund": {amount: number with unit "28 EUR"}',
      ].join("\n"),
    );
  });

  test("describes kinds of rows in lists within lists and records", () => {
    expect(described({ feed: { items: events } })).toContain(
      'if type "refund": {amount: number with unit',
    );
    const days = list(30, (day) => ({ day, events: events.slice(day, day + 6) }));
    expect(described(days)).toContain('if type "note": {total: "n/a"; text: ');
  });

  test("describes rows without such a field by their sets of fields", () => {
    const rows = list(90, (index) =>
      index % 3 === 0
        ? { id: index, total: index, ...(index % 2 === 0 ? { note: "x" } : {}) }
        : { sku: `A-${String(index)}`, qty: 5 },
    );
    expect(described(rows)).toBe(
      [
        'in 67 %: {sku: text "A-59"; qty: 5}',
        'in 33 %: {id: 0 to 87; total: 0 to 87; note: "x", missing 50 %}',
      ].join("\n"),
    );
  });

  test("joins the values that have the same fields", () => {
    const rows = list(100, (index) => ({
      status: ["open", "new", "paid", "refunded"][index % 4],
      id: index,
      ...(index % 4 > 1 ? { paid_at: "2026-01-05" } : {}),
    }));
    expect(described(rows)).toBe(
      [
        'status: "open" 25 %, "refunded" 25 %, "paid" 25 %, "new" 25 %',
        "id: 0 to 99",
        'if status "refunded" or "paid": {paid_at: date "2026-01-05"}',
      ].join("\n"),
    );
  });

  test("doesn't divide rows by ids, or by optional fields that are independent", () => {
    const optional = list(200, (index) => ({
      id: index,
      room: `R${String(index % 100)}`,
      ...(index % 2 === 0 ? { a: 1 } : {}),
      ...(index % 3 === 0 ? { b: 1 } : {}),
    }));
    expect(described(optional)).not.toMatch(/^(?:if|in) /m);
  });

  test("describes the kinds of rows without values of firewalled fields", () => {
    const rows = list(40, (index) =>
      index % 2 === 0
        ? { _type: "s3cr3t", kind: "a", _key: "s3cr3t", x: 1 }
        : { _type: "s3cr4t", kind: "b", y: 2 },
    );
    const text = described(rows);
    expect(text).toContain('if kind "a": {_key: <Firewalled>; x: 1}');
    expect(text).not.toMatch(/s3cr/);
  });

  test("stops looking for kinds among many columns and many sets of fields", () => {
    const wide = list(20, (row) =>
      Object.fromEntries(list(10_000, (index) => [`c${String(index + (row % 7))}`, row])),
    );
    expect(described(wide).length).toBeLessThanOrEqual(1_000);
    const sets = list(1_000, (row) =>
      Object.fromEntries(list(30, (index) => [`f${String((row * 7 + index * index) % 60)}`, row])),
    );
    expect(described(sets).length).toBeLessThanOrEqual(1_000);
  });
});
