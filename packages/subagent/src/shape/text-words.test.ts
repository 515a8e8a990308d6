import { describe, expect, test } from "vitest";
import { described, list } from "../../test/described.ts";

/** Returns the description of a column whose texts have these forms in turn. */
function column(...forms: readonly ((index: number) => unknown)[]): string {
  const rows = list(400, (index) => ({ it: forms[index % forms.length]?.(index) }));
  return described(rows, 2_000).replace(/^it: /, "");
}

/** Returns 10 to 27. */
const two = (index: number): string => String(10 + (index % 18));

describe("a column of texts in several forms", () => {
  test.each<readonly [string, readonly ((index: number) => unknown)[], readonly string[]]>([
    [
      "names each unit, and numbers with commas apart, with their shares",
      [(i) => `${i}.5 kg`, (i) => `${i} g`, (i) => `${1 + (i % 9)},200 kg`, (i) => `${i} lb`],
      ["number with unit like", '.5 kg" (25 %)', ' g" (25 %)', ',200 kg" (25 %)', ' lb" (25 %)'],
    ],
    [
      "names units in another spelling, and without a space",
      [(i) => `${i} kg`, (i) => `${i}kg`, (i) => `${i} KG`],
      ["number with unit like", ' kg" (34 %)', '7kg" (33 %)', ' KG" (33 %)'],
    ],
    [
      "names each currency and its notation",
      [
        (i) => `€ ${i}`,
        (i) => `${i} EUR`,
        (i) => `$${i}`,
        (i) => `${i}.50 USD`,
        (i) => `${i},50 €`,
      ],
      ['unit like "€ 0" (20 %)', ' EUR" (20 %)', '"$', '.50 USD" (20 %)', ',50 €" (20 %)'],
    ],
    [
      "names each notation of durations",
      [
        (i) => `${i} min`,
        (i) => `${i}.5 h`,
        (i) => `${i}h`,
        (i) => `${i}h ${two(i)}m`,
        (i) => `PT${i}M`,
      ],
      ['like "0 min" (20 %)', '.5 h" (20 %)', '7h" (20 %)', 'm" (20 %)', 'text "PT'],
    ],
    [
      "names each notation of dates",
      [
        (i) => `2026-01-${two(i)}`,
        (i) => `${two(i)}.01.2026`,
        (i) => `01/${two(i)}/2026`,
        (i) => `2026-01-${two(i)}T10:00:00Z`,
        (i) => 1_769_900_000 + i,
      ],
      [
        "date in other notation as text like",
        '.01.2026" (20 %)',
        'like "01/',
        '/2026" (20 %)',
        ', date "2026-01-10" to "2026-01-27" (20 %)',
        ', time "2026-01-10T10:00:00Z" to "2026-01-27T10:00:00Z" (20 %)',
        ", 1769900004 to 1769900399 (20 %)",
      ],
    ],
    [
      "names dates whose day comes first apart from those whose month comes first",
      [
        (i) => `${13 + (i % 15)}/01/20${two(i)}`,
        (i) => `01/${13 + (i % 15)}/20${two(i)}`,
        (i) => `02/03/20${two(i)}`,
      ],
      ["as text like", 'like "02/03/', 'like "01/', '" (34 %)', '" (33 %)'],
    ],
    [
      "shows the order of day and month in the example of dates that have only one",
      [(i) => `02/0${1 + (i % 9)}/20${two(i)}`, (i) => `${13 + (i % 15)}/01/20${two(i)}`],
      ['date in other notation "20/01/20'],
    ],
    [
      "names the zones of times, because these aren't sorted as texts",
      [(i) => `2026-01-${two(i)}T10:00:00Z`, (i) => `2026-01-${two(i)}T10:00:00+02:00`],
      [
        'time "2026-01-10T10:00:00Z" to "2026-01-27T10:00:00+02:00", zones ',
        "Z 50 %",
        "+02:00 50 %",
      ],
    ],
    [
      "names times in another notation",
      [(i) => `2026-01-${two(i)}T10:00:00Z`, (i) => `2026-01-${two(i)} 10:00:00.5Z`],
      ["time like", 'T10:00:00Z" (50 %)', ' 10:00:00.5Z" (50 %)'],
    ],
    [
      "names both notations of decimals",
      [(i) => `1,${100 + i}.5`, (i) => `1.${100 + i},5`],
      ["number as text with commas ", "number as text with decimal comma ", " (50 %)"],
    ],
    [
      "names ids with different words, cases and patterns",
      [
        (i) => `INV-${i}`,
        (i) => `CN-${i}`,
        (i) => `cn-${i}`,
        (i) => `${i}-X`,
        (i) => `+43 ${i} ${i}`,
      ],
      ['text like "INV-0" (20 %)', 'like "+43 ', 'like "CN-', 'like "cn-', '-X" (20 %)'],
    ],
    [
      "names numbers beside texts of numbers, empty texts, nil and placeholders",
      [(i) => i, String, () => "", () => null, () => "n/a"],
      ['text "n/a" (20 %)', '"" (20 %)', "number as text", ", 0 to 395 (20 %), nil 20 %"],
    ],
    [
      "counts each spelling of a value",
      [() => "DE", () => "DE", () => "DE", () => "de"],
      ['"DE" 75 %, "de" 25 %'],
    ],
    [
      "names the case of codes that are too many to list",
      [
        (i) => `D${"ABCDEFGHIJKLMNOP"[i % 16] ?? ""}X`,
        (i) => `D${"QRSTUVW"[i % 7] ?? ""}X`,
        (i) => `d${"abcdefghijklmn"[i % 14] ?? ""}x`,
      ],
      ['text like "D', 'X" (67 %), like "d', 'x" (33 %)'],
    ],
    [
      "names a frequent text among many different ones",
      [(i) => `A${"bcdfghjklmnpq"[i % 13] ?? ""}${"aeiou"[(i >> 3) % 5] ?? ""}`, () => "unknown"],
      ['text like "A', ' (50 %), "unknown" (50 %)'],
    ],
  ])("%s", (_, forms, texts) => {
    const text = column(...forms);
    for (const part of texts) expect(text).toContain(part);
  });

  test("counts the forms that have no room, and never shows one of several as the only one", () => {
    const units = "g kg mg t lb oz st pt ml cl".split(" ");
    const rows = list(400, (index) => ({
      weight: `${String(index)} ${units[index % units.length] ?? ""}`,
    }));
    expect(described(rows)).toMatch(
      /^weight: number with unit(?:,? like "\d+ [a-z]+" \(10 %\)){5}, 5 other forms \(50 %\)$/,
    );
    expect(described(rows, 110)).toMatch(
      /^weight: number with unit(?:,? like "\d+ [a-z]+" \(10 %\)){2}, 8 other forms \(80 %\)$/,
    );
    expect(described(rows, 50)).toBe("weight: number with unit in 10 forms");
  });

  test("names all forms if only three more would be omitted", () => {
    const units = "g kg mg t lb oz st pt".split(" ");
    const rows = list(800, (index) => ({
      weight: `${String(index)} ${units[index % 50 === 0 ? 2 + ((index / 50) % 6) : index % 2] ?? ""}`,
    }));
    const weight = described(rows);
    for (const unit of units) expect(weight).toContain(` ${unit}"`);
  });

  test("lists a few short texts, such as names, although each occurs once", () => {
    const team = ["Ada Smith", "Bo", "C. Jones", "O'Neil", "x-y"];
    expect(described({ team })).toBe(
      'team: [5 different strings: "Ada Smith", "Bo", "C. Jones", "O\'Neil", "x-y"] 5 in all',
    );
    expect(described(list(5, (index) => ({ name: team[index], on: "2026-01-02" })))).toBe(
      'name: 5 different strings: "Ada Smith", "O\'Neil", "Bo", "x-y", "C. Jones"\non: date "2026-01-02"',
    );
  });

  test("calls no time of day what can be minutes and seconds", () => {
    expect(column((i) => `${String(i % 24)}:30`)).toMatch(/^time of day/);
    expect(column((i) => `${String(i)}:30`)).toMatch(/^duration "\d+:30"$/);
    expect(
      column(
        (i) => `${String(i % 20)}:${two(i)}`,
        () => "74:30",
      ),
    ).toMatch(/^duration "/);
    expect(column((i) => `${String(i % 20)}:75`)).not.toContain("time of day");
    expect(described(["74:30", "12:30", "25:10"])).not.toContain("time of day");
  });

  test("names ranges of numbers that are far apart, such as seconds and milliseconds", () => {
    expect(
      column(
        (i) => 1_769_900_000 + i,
        (i) => 1_769_900_000_000 + i,
      ),
    ).toBe("1769900000 to 1769900398 (50 %), 1769900000001 to 1769900000399 (50 %)");
    expect(
      column(
        (i) => i,
        (i) => i * 100,
      ),
    ).toBe("0 to 39900");
  });

  test("doesn't show a value without its other spellings if there is no room for all", () => {
    const codes = ["DE", "DE", "DE", "DE", "DE", "DE", "AT", "AT", "AT", "CH", "CH", "FR", "de"];
    const rows = list(390, (index) => ({
      country: codes[index % codes.length],
      kind: list(13, (letter) => `kind ${String(letter)} of a long list`)[index % 13],
    }));
    for (const room of [90, 120, 150, 200, 300, 400]) {
      const country = /^country: .*/m.exec(described(rows, room))?.[0] ?? "";
      if (country.includes('"DE"')) expect(country).toContain('"de"');
    }
    expect(described(rows, 120)).toContain('"de"');
  });

  test("describes texts of a megabyte by their beginning, also if it has several numbers", () => {
    const rows = list(50, (index) => ({ text: `${String(index)} ${"ab 1,".repeat(200_000)}` }));
    expect(described(rows)).toMatch(/^text: text ".{100}", up to 1000003 characters$/);
  });
});
