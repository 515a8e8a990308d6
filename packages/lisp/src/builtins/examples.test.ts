import { expect, test } from "vitest";
import { printed } from "../../test/evaluate.ts";
import { builtins } from "./library/table.ts";

const rows = [...new Set([...builtins.values()].map((builtin) => builtin.row))];

test.each(rows.map((row) => [row.names[0], ...row.example] as const))(
  "the example of %s: %s",
  async (_, source, expected) => {
    expect(await printed(source)).toBe(expected);
  },
);

test("every row documents its call forms", () => {
  for (const row of rows) {
    expect(row.forms.length, row.names[0]).toBeGreaterThan(0);
    expect(row.doc, row.names[0]).toMatch(/^\S.*[.]$/);
  }
});
