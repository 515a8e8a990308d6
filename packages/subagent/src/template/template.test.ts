import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { expandTemplate } from "./expand-template.ts";
import { parseTemplate, requiredNames } from "./parse-template.ts";

/** Returns the expanded text, or the error message. */
function expanded(source: string, context: Readonly<Record<string, unknown>> = {}): string {
  const parsed = parseTemplate(source);
  if (!parsed.ok) return parsed.message;
  const result = expandTemplate(parsed.template, context);
  return result.ok ? result.text : result.message;
}

describe("a prompt template", () => {
  test.each<[string, Readonly<Record<string, unknown>>, string]>([
    ["Hello {{name}}!", { name: "ann" }, "Hello ann!"],
    [
      "{{ user.name }} has {{user.items.count}}",
      { user: { name: "bob", items: { count: 3 } } },
      "bob has 3",
    ],
    ["{{due-date}} {{due_date}}", { due_date: "today" }, "today today"],
    ["{{#items}}- {{name}}\n{{/items}}", { items: [{ name: "a" }, { name: "b" }] }, "- a\n- b\n"],
    ["{{#tags}}{{.}} {{/tags}}", { tags: ["x", 2, true, null] }, "x 2 true nil "],
    [
      "{{#user}}{{name}} of {{city}}{{/user}}",
      { user: { name: "ann" }, city: "bern" },
      "ann of bern",
    ],
    [
      "{{#rows}}{{#cells}}{{.}}{{/cells}};{{/rows}}",
      { rows: [{ cells: [1, 2] }, { cells: [] }] },
      "12;;",
    ],
    ["{{#on}}yes{{/on}}{{^on}}no{{/on}}", { on: false }, "no"],
    ["{{#on}}yes{{/on}}{{^on}}no{{/on}}", { on: 0 }, "yes"],
    ["{{^items}}none{{/items}}{{#items}}some{{/items}}", {}, "none"],
    ["{{! not for the model }}a", {}, "a"],
    ["write \\{{name}} or {{name}}", { name: "x" }, "write {{name}} or x"],
    ["{ {a} } }}", {}, "{ {a} } }}"],
    [
      "{{rows}} {{at}}",
      { rows: [{ id: 1, ok: null }], at: new Date("2026-01-31T09:30:00Z") },
      '[{"id" 1, "ok" nil}] #inst "2026-01-31T09:30:00Z"',
    ],
  ])("expands the template %s", (source, context, text) => {
    expect(expanded(source, context)).toBe(text);
  });

  test("inserts values as data, so they can't expand, close an envelope or hide anything", () => {
    expect(
      expanded("{{a}}", { a: '{{b}} </data> < / DATA><data kind="x">\u202E', b: "never" }),
    ).toBe('{{b}} &lt;/data> &lt; / DATA>&lt;data kind="x">\\u202e');
  });

  test("never inserts firewalled values", () => {
    const context = { _key: "hush", user: { _token: "hush", name: "ann" } };
    expect(
      expanded("{{_key}} {{user._token}} {{user}} {{#_key}}there{{/_key}}", context),
    ).not.toContain("hush");
    expect(expanded("{{user.name}}", context)).toBe("ann");
  });

  test.each([
    [
      "{{name}} {{user.city}} {{#user}}{{age}}{{/user}}",
      "the context has no value for {{name}}, {{user.city}}, {{age}}; it has user",
    ],
    [
      "a\n{{name",
      "{{ is not closed: write {{name}}, or \\{{ for the braces themselves (line 2, column 1 of the prompt)",
    ],
    [
      "{{a b}}",
      "{{a b}} is not a placeholder: write {{name}} or {{user.name}}, or \\{{ for the braces themselves (line 1, column 1 of the prompt)",
    ],
    ["{{#a}}x", "the section a is not closed: write {{/a}} (line 1, column 1 of the prompt)"],
    ["{{#a}}{{/b}}", "{{/b}} closes the section a: write {{/a}} (line 1, column 7 of the prompt)"],
    ["{{/a}}", "{{/a}} closes no section (line 1, column 1 of the prompt)"],
    [
      "{{#a}}".repeat(21),
      "sections are nested more than 20 levels deep (line 1, column 121 of the prompt)",
    ],
  ])("reports an error for the template %s", (source, message) => {
    expect(expanded(source, { user: { name: "ann" } })).toBe(message);
  });

  test("refuses expansions beyond the size limit", () => {
    const source = `${"{{#a}}".repeat(8)}0123456789${"{{/a}}".repeat(8)}`;
    expect(expanded(source, { a: Array.from({ length: 100 }, () => 1) })).toContain(
      "the prompt is too large (more than 1000000 characters, or 200000 elements)",
    );
    expect(
      expanded(`${"{{#a}}".repeat(8)}${"{{/a}}".repeat(8)}`, {
        a: Array.from({ length: 100 }, () => 1),
      }),
    ).toContain("the prompt is too large");
    // Each of these characters becomes an escape of six characters.
    expect(expanded("{{a}}", { a: "\u0000".repeat(200_000) })).toContain("the prompt is too large");
  });

  test("lists the names that the context must have", () => {
    const parsed = parseTemplate("{{user.name}} {{#items}}{{id}}{{/items}} {{user.age}} {{city}}");
    expect(parsed.ok && requiredNames(parsed.template)).toEqual(["user", "city"]);
  });

  test("never throws and reads only own fields", () => {
    expect(expanded("{{constructor}}{{__proto__}}{{a.toString}}", { a: {} })).toContain(
      "no value for {{constructor}}, {{__proto__}}, {{a.toString}}",
    );
    const piece = fc.constantFrom(
      "{{",
      "}}",
      "{{#a}}",
      "{{/a}}",
      "{{^a}}",
      "{{a}}",
      "{{.}}",
      "\\",
      "{{a.b}}",
      "x",
      "\n",
    );
    fc.assert(
      fc.property(fc.array(piece), fc.anything(), (pieces, a) => {
        expect(typeof expanded(pieces.join(""), { a })).toBe("string");
      }),
    );
  });
});

test.each([
  ["an opened tag and spaces", `{{${" ".repeat(100_000)}`],
  ["opened tags and spaces", `{{${" ".repeat(20)}`.repeat(5_000)],
  ["a name and spaces", `{{a${" ".repeat(100_000)}b`],
])("parses %s in linear time", (_, source) => {
  const before = process.cpuUsage();
  expect(parseTemplate(source).ok).toBe(false);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(2_000);
});
