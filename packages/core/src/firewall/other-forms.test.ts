import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hideFirewalledJson } from "./hide-json-fields.ts";

/** The place of the value in a text. */
const secret = "s3cret";

/** A text with firewalled fields, and the text that is shown instead. */
const forms: readonly (readonly [text: string, shown: string])[] = [
  // Tables.
  ["id,_pin,name\n1,s3cret,Ann\n2,a s3cret,Bob", "id,_pin,name\n1,#,Ann\n2,#,Bob"],
  ['id,_pin\n1,"a, s3cret\nand ""more"""\n2,s3cret\n', 'id,_pin\n1,"#"\n2,#\n'],
  ["id,_pin,b\n1,two, s3cret,c\n2,s3cret,d", "id,_pin,b\n1,#\n2,#,d"],
  ['"id","_pin"\r\n"1","s3cret"\r\n', '"id","_pin"\r\n"1","#"\r\n'],
  ["_pin;id\ns3cret;1\n\nsome; text", "_pin;id\n#;1\n\nsome; text"],
  ["id\t_pin\n1\ts3cret", "id\t_pin\n1\t#"],
  ["| id | _pin |\n|----|------|\n| 1 | s3cret |", "| id | _pin |\n|----|------|\n| 1 | # |"],
  ["Rows: id,user._pin,amount (EUR)\n1,s3cret,5", "Rows: id,user._pin,amount (EUR)\n1,#,5"],
  ['id,_pin\n1,"open,s3cret\n2,s3cret', "id,_pin\n1,#\n2,#"],
  // XML.
  ["<u><id>1</id><_pin>s3cret</_pin></u>", "<u><id>1</id><_pin>#</_pin></u>"],
  ["<_a><b>s3cret</b><_a>x</_a>s3cret</_a><c>1</c>", "<_a>#</_a><c>1</c>"],
  ['<x:_pin kind="s3cret">1</x:_pin>', "<x:_pin #</x:_pin>"],
  ['<_pin value="s3cret"/><b>1</b>', "<_pin #/><b>1</b>"],
  [`<u _pin="s3cret" x:_b='s3cret too' c="1"/>`, `<u _pin=# x:_b=# c="1"/>`],
  ["&lt;_pin&gt;s3cret&lt;/_pin&gt; and", "&lt;_pin&gt;#&lt;/_pin&gt; and"],
  ["<_pin><![CDATA[s3cret]]></_pin>, List<_Item> x", "<_pin>#</_pin>, List<_Item> x"],
  ["<_pin>s3cr", "<_pin>#"],
  // YAML, and files of settings.
  ["id: 1\n_pin: my s3cret text\nname: Ann", "id: 1\n_pin: #\nname: Ann"],
  ["_rows:\n  - a: s3cret\n    b: s3cret\nname: x", "_rows:\n  #\nname: x"],
  ["_rows:\n- s3cret\n- s3cret\nname: x", "_rows:\n#\nname: x"],
  ["- _note: |\n    a s3cret\n\n    more s3cret\n  z: 1\n- b", "- _note: #\n  z: 1\n- b"],
  ["_pin: 'it''s s3cret'\nb: 1", "_pin: #\nb: 1"],
  ['"_pin": my s3cret\nb: 1', '"_pin": #\nb: 1'],
  ['_a:\n  "k": s3cret\n  "l": s3cret\nb: 1', "_a:\n  #\nb: 1"],
  ["a: {_pin: my s3cret, b: 1}", "a: {_pin: #, b: 1}"],
  ["export _PIN=my s3cret\nB=1", "export _PIN=#\nB=1"],
  // Python, JavaScript, Ruby, Java.
  [`{'_pin': 's3cret', 'b': None}`, `{'_pin': #, 'b': None}`],
  [`{'_pin': "it's s3cret", 'b': [1]}`, `{'_pin': #, 'b': [1]}`],
  [`{'_rows': [{'a': "]'s", 'b': 's3cret'}], 'c': 1}`, `{'_rows': #, 'c': 1}`],
  [`[('_pin', 's3cret'), ('b', 1)]`, `[('_pin', #), ('b', 1)]`],
  [`{'_day': datetime.date(2026, 1, 2), 'b': 1}`, `{'_day': #, 'b': 1}`],
  [`User(id=1, _pin='two s3cret', b=2)`, `User(id=1, _pin=#, b=2)`],
  ["{ _pin: `a s3cret`, b: 'x' }", "{ _pin: #, b: 'x' }"],
  [`{"_pin" => "s3cret", "b" => 1}`, `{"_pin" => "#", "b" => 1}`],
  ["{_pin=my s3cret, b=1}", "{_pin=#, b=1}"],
  // Texts of several lines in TOML and Python.
  ['_pin = """\na s3cret\n"""\nb = 1', "_pin = #\nb = 1"],
  ["_pin = '''\nmy s3cret\n'''\nb = 1", "_pin = #\nb = 1"],
  [`f(_pin="""a "s3cret"\nb""", c=1)`, 'f(_pin="""#""", c=1)'],
  // JSON whose quotes are written in other ways.
  ['id,row\n1,"{""_pin"":""a s3cret"",""b"":1}"', 'id,row\n1,"{""_pin"":""#"",""b"":1}"'],
  ['id;row\n1;"{""_pin"":[1,""s3cret]""],""b"":1}"', 'id;row\n1;"{""_pin"":#,""b"":1}"'],
  ['id\trow\n1\t"[[""_pin"", ""s3cret""]]"', 'id\trow\n1\t"[[""_pin"", ""#""]]"'],
  ['"""_pin"": ""a s3cret"""', '"""_pin"": ""#"""'],
  ['{""""x/_pin"""": """"a s3cret"""", 1}', '{""""x/_pin"""": """"#"""", 1}'],
  ['{""_pin"": ""s3cr \\""s3cret\\"" s3cret\\\\"", 1}', '{""_pin"": ""#"", 1}'],
  ['{""_pin"": """", ""b"": ""x""}', '{""_pin"": """", ""b"": ""x""}'],
  ['{""_pin"": 5', '{""_pin"": #'],
  ['{""_pin"": ""s3cr', '{""_pin"": ""#'],
  ['{:_pin ""a s3cret"" :b 1}', '{:_pin ""#"" :b 1}'],
  ['_pin = """a s3cret\n s3cret"""\nb = 1', '_pin = """#"""\nb = 1'],
  ["{&quot;_pin&quot;: &quot;a s3cret&quot;}", "{&quot;_pin&quot;: &quot;#&quot;}"],
  ["{&#34;_pin&#34;:{&#34;a&#34;:&#34;s3cret}&#34;}}", "{&#34;_pin&#34;:#}"],
  ["{&#39;_pin&#39;: &#39;a s3cret&#39;}", "{&#39;_pin&#39;: &#39;#&#39;}"],
  ["?a=%7B%22_pin%22%3A%22a%20s3cret%22%7D&b=1", "?a=%7B%22_pin%22%3A%22#%22%7D&b=1"],
  ["a=%7B%22_pin%22%3A+%7B%22a%22%3A%22s3cret%22%7D%7D", "a=%7B%22_pin%22%3A+#%7D"],
];

/** Ways to write a text with quotes inside another text. */
const wrappings: Readonly<Record<string, (text: string) => string>> = {
  JSON: (text) => JSON.stringify(text),
  CSV: (text) => `id,row\n7,"${text.replaceAll('"', '""')}"`,
  "CSV with semicolons": (text) => `id;row\n7;"${text.replaceAll('"', '""')}"`,
  TSV: (text) => `id\trow\n7\t"${text.replaceAll('"', '""')}"`,
  HTML: (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;"),
  "HTML with numbers": (text) => text.replaceAll('"', "&#34;"),
  URL: encodeURIComponent,
  form: (text) => new URLSearchParams({ text }).toString(),
};

describe("JSON inside two other formats", () => {
  const json = JSON.stringify({
    id: 7,
    _pin: "a s3cret",
    b: { "x/_q": [1, 's3cret "x" s3cret'], c: 1 },
    _n: "s3cret\\",
    _o: { x: "s3cret]" },
    d: "shown",
  });

  test.each(Object.keys(wrappings))("is hidden in %s, inside of any other", (outer) => {
    for (const inner of Object.keys(wrappings)) {
      const wrapped = wrappings[outer]?.(wrappings[inner]?.(json) ?? "") ?? "";
      const hidden = hideFirewalledJson(wrapped);
      expect(hidden, inner).toContain("Firewalled");
      expect(hidden, inner).not.toContain(secret);
      expect(hidden, inner).toContain("shown");
    }
  });
});

describe("fields of other formats", () => {
  test.each(forms)("are hidden in %s", (text, shown) => {
    expect(hideFirewalledJson(text)).toBe(shown.replace(/(?<!&)#/g, "<Firewalled>"));
  });

  test.each([1, 2, 3, 7])("are hidden in texts that were quoted %i times", (times) => {
    for (const [text] of forms) {
      let quoted = text;
      for (let time = 0; time < times; time++) quoted = JSON.stringify(quoted);
      expect(hideFirewalledJson(quoted)).not.toContain("s3cret");
    }
  });

  test("are hidden in messages of one line", () => {
    for (const [text] of forms) {
      const message = text
        .replaceAll("\n", "\\u000a")
        .replaceAll("\r", "\\u000d")
        .replaceAll("\t", "\\u0009");
      expect(hideFirewalledJson(message)).not.toContain("s3cret");
      expect(hideFirewalledJson(JSON.stringify(message))).not.toContain("s3cret");
    }
  });

  test("are hidden in a text that was quoted so often that quotes have 127 backslashes", () => {
    const quote = `${"\\".repeat(127)}"`;
    const text = `{${quote}_pin${quote}:${quote}s3cret${quote},${quote}b${quote}:1}`;
    expect(hideFirewalledJson(text)).toBe(
      `{${quote}_pin${quote}:${quote}<Firewalled>${quote},${quote}b${quote}:1}`,
    );
  });

  test("are hidden behind a text that may end with a backslash", () => {
    const hidden = hideFirewalledJson(String.raw`{'_a': 'C:\\', '_pin': 's3cret', 'b': 1}`);
    expect(hidden).not.toContain("s3cret");
    expect(hidden).toContain("'b': 1");
  });

  test.each([
    "foo, bar and _baz",
    "a, b\n1, 2",
    "the name '_a' is a word",
    "List<_Item> items = new Map<_Key, _Value>();",
    "keys: _a, _b\n",
    "if (x) { return _a; }\nnext, line",
    'the name ""_a"" is a word, and so is &quot;_b&quot;',
  ])("are not found in %s", (text) => {
    expect(hideFirewalledJson(text)).toBe(text);
  });

  const cell = fc.constantFrom("a", "b c", "x,y", 'say "hi"', "two\nlines", "it's", "", "5");
  const written = (text: string, delimiter: string): string =>
    /[",;\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text.replaceAll(delimiter, " ");

  test("are hidden in any table, and other columns are shown", () => {
    const rows = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(rows, fc.constantFrom(",", ";", "\t"), fc.nat(3), (cells, delimiter, levels) => {
        const lines = cells.map(([left, middle, right]) =>
          [`L${left}`, `${secret}${middle}${secret}`, `R${right}`].map((text) =>
            written(text, delimiter),
          ),
        );
        let text = [["left", "_pin", "right"], ...lines]
          .map((line) => line.join(delimiter))
          .join("\n");
        for (let level = 0; level < levels; level++) text = JSON.stringify(text);
        const hidden = hideFirewalledJson(text);
        expect(hidden).not.toContain(secret);
        let read: unknown = hidden;
        for (let level = 0; level < levels; level++) read = JSON.parse(read as string);
        for (const [left = "", , right = ""] of lines)
          expect(read).toMatch(new RegExp(`${escaped(left)}.*${escaped(right)}`, "s"));
      }),
      { numRuns: 300 },
    );
  });

  /** Texts of one or two repeated parts, which would be slow to read with repeated searches. */
  const parts = [
    '"_a":',
    "'_a': '\\\\'",
    'a,_b\n"x,',
    'a,_b\n"x"",""y',
    "x<_a>",
    "x<_a ",
    "<_a><_a></_a>",
    "_a:\n  ",
    "- _a: x\n",
    '["_a",[',
    "('_a',(",
    ", _a=",
    "\\",
    '\\"',
    "\\n_a: ",
    "|_a",
    "'",
    "{_a: (",
    "{_a: 'x",
    "\\u003c_a",
    "    ",
    "_a:''",
    "\n_a: [",
    "\n'_a': {",
    '_a = """\n',
    '""_a"":""',
    '{""_a"":[',
    '\\""_a\\"":\\""',
    "&quot;_a&quot;:&quot;",
    "%22_a%22%3A%22",
    "%5C%22",
    "&amp;",
    "%25",
    '_a=""x',
  ];

  test("are found in time that grows with the text", { tags: "full" }, () => {
    const timeOf = (text: string): number => {
      const before = process.cpuUsage();
      hideFirewalledJson(text);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const seconds = ["", "\\", "'", '"_a":', "]:", "}:"];
    const every = process.env["PTC_TESTS"] === undefined ? 4 : 1;
    for (const [index, first] of parts.entries())
      for (const second of seconds.filter((_, other) => (index + other) % every === 0)) {
        const half = 40_000;
        const repeated = second.repeat(half / Math.max(1, second.length));
        // Searching the rest of the text for each part would take minutes.
        const text = `_${first.repeat(half / first.length)}${repeated}`;
        expect(timeOf(text), `${first} and ${second}`).toBeLessThan(10_000_000);
      }
  });
});

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
