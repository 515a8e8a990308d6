// Describes random columns that mix statuses, units, currencies and notations, with values as rare
// as one in all rows. Compares each claim with a count of all values.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { described, list, titled } from "../../test/described.ts";
import { share } from "./shares.ts";

/** Returns a text or value of one notation, and the part of the description that names it. */
interface Notation {
  readonly make: (index: number) => unknown;
  readonly named: RegExp;
}

const two = (index: number): string => String(10 + (index % 18));
const notation = (make: (index: number) => unknown, named: RegExp): Notation => ({ make, named });

/** Notations of one column; a reader that misses one of them is wrong. */
const columns: Readonly<Record<string, readonly Notation[]>> = {
  weight: [
    notation((i) => `${i}.5 kg`, /\d\.5 kg"/),
    notation((i) => `${i} g`, /"\d+ g"/),
    notation((i) => `${i} lb`, /\d lb"/),
    notation((i) => `${i}kg`, /\dkg"/),
  ],
  temperature: [
    notation((i) => `${i % 40} °C`, /\d °C"/),
    notation((i) => `${i}°F`, /\d°F"/),
    notation((i) => `-${i % 9} °C`, /°C"/),
    notation((i) => `${i} K`, /\d K"/),
  ],
  price: [
    notation((i) => `€ ${i}`, /"€ \d/),
    notation((i) => `${i}.50 USD`, /\d USD"/),
    notation((i) => `$${i}`, /"\$\d/),
    notation((i) => `(${i}.00)`, /"\(\d+\.00\)"/),
    notation((i) => `1.${100 + (i % 899)},50`, /number as text with decimal comma/),
    notation((i) => `1,${100 + (i % 899)}.50`, /number as text with commas/),
  ],
  share: [
    notation((i) => `${i % 100} %`, /\d %"/),
    notation((i) => `0.${two(i)}`, /number as text/),
    notation((i) => (i % 90) / 100, /0(?:\.\d+)? to 0\.\d+|\b0\.\d+ \(| 0 \(/),
  ],
  day: [
    notation((i) => `2026-01-${two(i)}`, /date (?:as text )?(?:like )?"2026-01-\d\d"/),
    notation((i) => `${13 + (i % 15)}.01.2026`, /"\d\d\.01\.2026"/),
    notation((i) => `01/${13 + (i % 15)}/2026`, /"01\/\d\d\/2026"/),
    notation((i) => `2026-01-${two(i)}T10:00:00Z`, /T10:00:00Z"/),
    notation((i) => 1_769_900_000 + i, /17699\d{5}\b/),
    notation((i) => 1_769_900_000_000 + i, /1769900\d{6}\b/),
  ],
  code: [
    notation((i) => `INV-${i}`, /"INV-\d/),
    notation((i) => `inv-${i}`, /"inv-\d/),
    notation((i) => `INV_${i}`, /"INV_\d/),
    notation((i) => `00${i}`, /"00\d+"/),
    notation((i) => i, /\d+ to \d+|\b\d+ \(/),
    notation(() => "n/a", /"n\/a"/),
    notation(() => null, /nil/),
    notation(() => "", /""/),
  ],
};

const statuses = ["open", "Open", "OPEN", "paid", "void", "N/A", "-", "", "yes", "Y", "true", "no"];

/** Indexes with their frequency: the first is usual, others can occur once. */
const arbitraryMix = (most: number) =>
  fc.array(fc.record({ at: fc.nat(most - 1), every: fc.constantFrom(2, 7, 300, 100_000) }), {
    minLength: 1,
    maxLength: 5,
  });

type Mix = readonly { readonly at: number; readonly every: number }[];

/** Returns the item for a row. A mix with a period above the number of rows has one such row. */
function pick<Item>(items: readonly Item[], mix: Mix, row: number, rows: number): Item | undefined {
  for (const [index, { at, every }] of mix.entries()) {
    const period = Math.min(every, rows);
    if (index > 0 && row % period === (index * 37) % period) return items[at % items.length];
  }
  return items[(mix[0]?.at ?? 0) % items.length];
}

const arbitraryTable = fc.record({
  rows: fc.constantFrom(30, 400, 4_000),
  name: fc.constantFrom(...Object.keys(columns)),
  notations: arbitraryMix(6),
  status: arbitraryMix(statuses.length),
  wrap: fc.constantFrom("rows", "record", "nested", "dictionary", "tags"),
});

type Row = Readonly<Record<string, unknown>>;

/** Puts the rows into a list, a record, lists of other rows, or a map by id. */
function wrapped(wrap: string, rows: readonly Row[]): unknown {
  switch (wrap) {
    case "record":
      return { page: 1, rows };
    case "nested":
      return list(Math.ceil(rows.length / 10), (index) => ({
        order: index,
        items: rows.slice(index * 10, index * 10 + 10),
      }));
    case "dictionary":
      return Object.fromEntries(rows.map((row, index) => [`k-${String(1_000 + index)}`, row]));
    case "tags":
      return rows.map(({ id, status, ...row }) => ({ id, ...row, status: [status, "x"] }));
    default:
      return rows;
  }
}

describe("the claims of a description", () => {
  test("are true for every status and notation, however rare and wherever they are", () => {
    fc.assert(
      fc.property(arbitraryTable, ({ rows: count, name, notations, status, wrap }) => {
        const notationsOf = columns[name] ?? [];
        const used = new Map<Notation, unknown[]>();
        const counts = new Map<string, number>();
        const rows = list(count, (id): Row => {
          const one = pick(notationsOf, notations, id, count);
          const value = one?.make(id);
          if (one !== undefined) used.set(one, [...(used.get(one) ?? []).slice(0, 20), value]);
          const text = pick(statuses, status, id, count) ?? "";
          counts.set(text, (counts.get(text) ?? 0) + 1);
          return { id, [name]: value, status: text };
        });
        const data = wrapped(wrap, rows);
        const text = described(data, 4_000);
        expect(`${titled(data)} ${text}`).not.toContain("sampled");
        if (wrap !== "nested") expect(text).toContain(`id: 0 to ${String(count - 1)}`);
        for (const [{ named }, values] of used)
          if (!values.every((value) => text.includes(JSON.stringify(value))))
            expect(text).toMatch(named);
        const whole = wrap === "tags" ? 2 * count : count;
        for (const [value, times] of counts) {
          expect(text).toContain(JSON.stringify(value));
          if (wrap !== "tags" && counts.size > 1)
            expect(text).toContain(`${JSON.stringify(value)} ${share(times, whole)}`);
        }
      }),
      { numRuns: process.env["PTC_TESTS"] === undefined ? 15 : 60 },
    );
  });

  test(
    "are true for rare values, fields and units in data too large to examine completely",
    { tags: "full" },
    () => {
      fc.assert(
        fc.property(
          fc.nat(11_999),
          fc.constantFrom("rows", "record", "nested", "dictionary"),
          (rare, wrap) => {
            const rows = list(12_000, (id): Row => ({
              id,
              note: `note number ${String(id)} of all notes`,
              status: id === rare ? "fatal" : id % 3 === 0 ? "open" : "paid",
              ...(id === rare ? { extra: 1 } : {}),
            }));
            const data = wrapped(wrap, rows);
            const text = described(data, 4_000);
            expect(`${titled(data)} ${text}`).toContain("sampled, listed values from all");
            expect(text).toMatch(/status: "paid" 67 %, "open" 33 %, "fatal" <1 %/);
            if (wrap !== "dictionary") expect(text).toMatch(/extra: 1, missing >99 %|\{extra: 1\}/);
          },
        ),
        { numRuns: process.env["PTC_TESTS"] === undefined ? 4 : 12 },
      );
    },
  );
});
