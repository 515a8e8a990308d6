import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { HostFile, Keyword, MapValue, Temporal, Vector, fromHost } from "../values/index.ts";
import { HostCrossing, TrieMap } from "../values/internal.ts";
import { Firewall, firewallBounds } from "./firewall.ts";
import { longestSought } from "./secret-store.ts";

/** Returns a firewall that has seen these values in firewalled fields. */
function knowing(...values: readonly unknown[]): Firewall {
  const firewall = new Firewall();
  for (const value of values) firewall.note(fromHost(value), value);
  return firewall;
}

test("hides a field by its name, regardless of earlier checks", () => {
  const firewall = new Firewall({ allow: ["_id", "_due-date"] });
  const hidden = ["_", "_token", "user/_token"];
  const plain = ["", "id", "due_date", "a_b", "_id", "_due_date", "_due-date"];
  for (let round = 0; round < 2; round++) {
    expect(hidden.filter((name) => !firewall.hides(name))).toEqual([]);
    expect(plain.filter((name) => firewall.hides(name))).toEqual([]);
  }
});

test("masks the name and digest of a file, but not its media type", () => {
  const file = new HostFile({ name: "pay.pdf", media_type: "application/pdf", digest: "0123abcd" });
  for (const noted of [file, { scan: file }, [file]])
    expect(knowing(noted).maskValues("pay.pdf 0123abcd application/pdf")).toBe(
      "<Firewalled> <Firewalled> application/pdf",
    );
});

describe("a noted value", () => {
  test.each([
    ["plain", "the key is s3cr3t.", "the key is <Firewalled>."],
    ["in another case", "S3CR3T", "<Firewalled>"],
    ["as a part of a word", "xs3cr3ty", "x<Firewalled>y"],
    ["several times, side by side", "s3cr3ts3cr3t", "<Firewalled><Firewalled>"],
    ["as a name of the language", ":s3cr3t", ":<Firewalled>"],
    ["cut off within an escape", String.raw`s\u0033cr\u00…`, String.raw`<Firewalled>\u00…`],
    ["cut off behind what looks like one", String.raw`\us3cr\u…`, String.raw`\u<Firewalled>\u…`],
    ["cut off", 'the "s3cr… is', 'the "<Firewalled>… is'],
    ["cut off in other ways", "s3cr..., s3cr3 …", "<Firewalled>..., <Firewalled> …"],
    ["hardly there", "s3c… s3", "s3c… s3"],
    ["behind a backslash", String.raw`C:\s3cr3t`, String.raw`C:<Firewalled>`],
  ])("masks a noted value that appears %s", (_, text, shown) => {
    expect(knowing("s3cr3t").maskValues(text)).toBe(shown);
  });

  test.each([
    ["with quotes and lines", 'a "b"\n\tc\\d'],
    ["of other letters", "Grüße, Ñandú, Ђорђе"],
    ["with characters beyond the first plane", "key 🔑 of 𝒳"],
    ["with a control character", "ab\u0007cd"],
  ])("masks a value %s in JSON at any level of nesting", (_, secret) => {
    const firewall = knowing(secret);
    let text = `{"a":${JSON.stringify(`x ${secret.toUpperCase()} y`)}}`;
    for (let level = 0; level < 4; level++) {
      expect(firewall.maskValues(text)).toContain("x <Firewalled> y");
      text = JSON.stringify(text);
    }
    const escaped = JSON.stringify(secret).replace(
      /[^ -~]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
    expect(firewall.maskValues(escaped)).toMatch(/^\\?"?<Firewalled>"?$/);
  });

  test("masks two noted values that overlap in the text", () => {
    expect(knowing("abcdef", "defghi").maskValues("xabcdefghiy")).toBe("x<Firewalled>y");
    expect(knowing("abcd", "zabcdz", "bcdx").maskValues("zabcdx")).toBe("z<Firewalled>");
  });

  test("masks numbers of four or more digits with any sign, and dates", () => {
    const firewall = knowing(
      -4711,
      99.25,
      12345678901234567890n,
      123,
      new Date("2026-01-02T03:04:05Z"),
    );
    expect(firewall.maskValues("4711 -4711 99.25 12345678901234567890 123")).toBe(
      "<Firewalled> -<Firewalled> <Firewalled> <Firewalled> 123",
    );
    expect(
      firewall.maskValues('#inst "2026-01-02T03:04:05Z" 2026-01-02T03:04:05.000Z'),
    ).not.toMatch(/03:04/);
    expect([4711, -4711, 4712, 123].map((value) => firewall.hidesNumber(value))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    const day = new Firewall();
    day.note(new Temporal("local-date", 3410));
    expect(day.maskValues("born 1979-05-04")).toBe("born <Firewalled>");
  });

  test("masks all elements, field values and unusual keys of a noted collection", () => {
    const firewall = knowing({
      list: ["first1", { deep: "second2" }],
      byKey: new Map<unknown, unknown>([["person@home", new Set(["third3"])]]),
      status: "fourth4",
    });
    expect(firewall.maskValues("first1 second2 person@home third3 fourth4 status deep list")).toBe(
      "<Firewalled> <Firewalled> <Firewalled> <Firewalled> <Firewalled> status deep list",
    );
  });

  test("hides the rest of the text after a value that is longer than the searched length", () => {
    const long = "0123456789abcdef".repeat(longestSought / 16 + 100);
    const firewall = knowing(long);
    expect(firewall.maskValues(`a ${long} b`)).toBe("a <Firewalled>");
    expect(firewall.maskValues(`a ${long.slice(0, 500)}... b`)).toBe("a <Firewalled>... b");
  });

  test("masks values from cyclic data and from data nested to any depth", () => {
    const cycle: Record<string, unknown> = { name: "secret1" };
    cycle["self"] = [cycle, cycle];
    let deep: unknown = "secret2";
    for (let level = 0; level < 20_000; level++) deep = [deep];
    expect(knowing(cycle, deep).maskValues("secret1 secret2")).toBe("<Firewalled> <Firewalled>");
  });
});

describe("a crossing with a firewall", () => {
  const data = {
    _token: "top-secret",
    rows: [{ id: 1, _ssn: "row-secret" }],
    byName: new Map([["_key", "map-secret"]]),
    get _pin() {
      return "got-secret";
    },
  };

  test("notes exactly the values that are read from firewalled fields", () => {
    const firewall = new Firewall();
    const value = new HostCrossing(undefined, firewall).fromHost(data) as MapValue<never>;
    expect(firewall.maskValues("top-secret")).toBe("top-secret");
    value.find("_token" as never);
    expect(firewall.maskValues("top-secret row-secret")).toBe("<Firewalled> row-secret");
    const all = (part: unknown): void => {
      if (part instanceof MapValue)
        part.forEach((_, item) => {
          all(item);
        });
      if (part instanceof Vector) part.toArray().forEach(all);
    };
    all(value);
    expect(firewall.maskValues("row-secret map-secret got-secret")).toBe(
      "<Firewalled> <Firewalled> <Firewalled>",
    );
  });

  test("notes the firewalled fields of language values", () => {
    const firewall = new Firewall();
    const keyed = TrieMap.empty().assoc(new Keyword("_a"), "map-secret");
    firewall.noteWithin(Vector.of<never>([keyed as never, ["_b"] as never]));
    firewall.noteWithin(Vector.of<never>([Vector.of(["_b", "pair-secret"]) as never]));
    expect(firewall.maskValues("map-secret pair-secret")).toBe("<Firewalled> <Firewalled>");
  });
});

test("neither hides nor notes allowed fields", () => {
  const firewall = new Firewall({ allow: ["_id", "_due_date"] });
  expect(["_id", "_due-date", "_token", "user/_id"].map((name) => firewall.hides(name))).toEqual([
    false,
    false,
    true,
    true,
  ]);
  expect(firewall.mask('{"_id": "visible", "_token": "x"} _id=visible')).toBe(
    '{"_id": "visible", "_token": "<Firewalled>"} _id=visible',
  );
});

test("masks every one of many values in any combination of text", () => {
  const value = fc.string({
    minLength: 4,
    maxLength: 12,
    unit: fc.constantFrom("a", "b", "A", "B", "0", "1", '"', "\\", "\n", " ", "é"),
  });
  const piece = fc.oneof(
    fc.string({ maxLength: 6 }),
    fc.constantFrom("\\", '"', "n", "u", "…", "..."),
  );
  fc.assert(
    fc.property(
      fc.array(value, { minLength: 1, maxLength: 30 }),
      fc.array(fc.tuple(piece, fc.nat(29), fc.nat(3)), { maxLength: 20 }),
      (values, parts) => {
        const firewall = new Firewall();
        let text = "";
        for (const [before, index, form] of parts) {
          const shown = values[index % values.length] ?? "";
          const forms = [shown, shown.toUpperCase(), JSON.stringify(shown)];
          text += before + (forms[form] ?? shown);
          // Note them one after the other, so the matchers are merged.
          firewall.note(shown);
          firewall.maskValues(text);
        }
        const masked = firewall.maskValues(text).split("<Firewalled>");
        for (const [, index] of parts) {
          const secret = (values[index % values.length] ?? "").trim();
          if (/(?:.|\n){4}/.test(secret) && /[^\\]/.test(secret))
            for (const part of masked) expect(part).not.toContain(secret);
        }
      },
    ),
    { numRuns: 300 },
  );
});

test("finds a value that looks like a Unicode escape in any letter case", () => {
  const firewall = new Firewall();
  firewall.note("C:\\uabcd\\file");
  for (const text of ["C:\\uabcd\\file", "C:\\UABCD\\FILE", '"c:\\\\uabcd\\\\file"'])
    expect(firewall.mask(`in ${text}.`)).toMatch(/^in "?<Firewalled>"?\.$/);
});

describe("the bounds of a firewall", () => {
  test("masks everything once there are more values than it can remember", () => {
    const firewall = new Firewall();
    for (let index = 0; index <= firewallBounds.values; index++) firewall.note(`secret-${index}`);
    expect(firewall.mask("anything")).toBe("<Firewalled>");
    expect(firewall.hidesNumber(4711)).toBe(true);
    const visits = new Firewall();
    visits.noteWithin(fromHost(Array.from({ length: firewallBounds.visits + 1 }, () => 1)));
    expect(visits.mask("anything")).toBe("<Firewalled>");
    const units = knowing(
      Array.from(
        { length: 1 + firewallBounds.units / 1000 },
        (_, index) => `${index}-${"x".repeat(2000)}`,
      ),
    );
    expect(units.mask("anything")).toBe("<Firewalled>");
  });

  test.each<[string, () => readonly string[], () => string]>([
    [
      "values that begin alike",
      () => Array.from({ length: 2_000 }, (_, index) => `${"a".repeat(900)}${index}`),
      () => "a".repeat(1_000_000),
    ],
    [
      "values that are parts of each other",
      () => Array.from({ length: 900 }, (_, index) => "ab".repeat(2 + index / 2)),
      () => "ab".repeat(500_000),
    ],
    ["backslashes and quotes", () => ['"\\"\\', "nnnn"], () => '\\\\\\"'.repeat(250_000)],
    ["cut marks and spaces", () => ["    .", "... ..."], () => " ...     ".repeat(110_000)],
  ])("the time for masking is bounded by the length of the text: %s", (_, values, text) => {
    const firewall = knowing(values());
    const shown = text();
    const cpu = process.cpuUsage();
    firewall.maskValues(shown);
    const { user, system } = process.cpuUsage(cpu);
    // The work takes about 300 ms, so this bound is generous. Nonlinear work would take minutes.
    expect((user + system) / 1e6).toBeLessThan(10);
  });

  test("does not search for all earlier values again when values are added one by one", () => {
    const firewall = new Firewall();
    const cpu = process.cpuUsage();
    for (let index = 0; index < 10_000; index++) {
      firewall.note(`secret-${index}-${index * 7919}`);
      firewall.maskValues("a text without any");
    }
    const { user, system } = process.cpuUsage(cpu);
    expect((user + system) / 1e6).toBeLessThan(10);
  });

  test("searches only once for a value that is in many fields", () => {
    const firewall = new Firewall();
    for (let index = 0; index < 19_000; index++) firewall.note("_täglich…_täglich…");
    const cpu = process.cpuUsage();
    for (let index = 0; index < 1_000; index++)
      expect(firewall.maskValues("at _täglich… and so on")).toBe("at <Firewalled>… and so on");
    const { user, system } = process.cpuUsage(cpu);
    // Searching for all of them in each text would take more than a minute.
    expect((user + system) / 1e6).toBeLessThan(10);
  });
});
