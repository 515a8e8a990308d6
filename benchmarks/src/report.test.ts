import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { withPart } from "./report.ts";

describe("the report", () => {
  const first = withPart("", "scale", "## Scale\nold");

  test("the report contains the measured part", () => {
    expect(first).toContain("<!-- part: scale -->\n\n## Scale\nold\n\n<!-- end: scale -->");
  });

  test("the report keeps the other parts unchanged and in order", () => {
    const both = withPart(first, "peers", "# Peers");
    expect(both.indexOf("# Peers")).toBeLessThan(both.indexOf("## Scale"));
    expect(withPart(both, "scale", "## Scale\nnew")).toBe(both.replace("old", "new"));
    expect(withPart(both, "peers", "# Peers")).toBe(both);
  });
});

test("explains every promise that the report marks as missed", () => {
  const report = readFileSync(
    join(import.meta.dirname, "../../docs/reference/performance.md"),
    "utf8",
  );
  const missed = [...report.matchAll(/^\| (.+?) \| [^|]+ \| [^|]+ \| \*\*missed\*\* \|$/gm)].map(
    ([, name]) => name,
  );
  expect(missed.filter((name) => !report.includes(`\n**${name}.** `))).toEqual([]);
  expect(report.match(/^\| .+ \| (?:met|\*\*missed\*\*) \|$/gm)?.length).toBeGreaterThan(15);
});
