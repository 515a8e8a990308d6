import { describe, expect, test } from "vitest";
import { withPart } from "./report.ts";

describe("the report", () => {
  const first = withPart("", "scale", "## Scale\nold");

  test("holds the part that was measured", () => {
    expect(first).toContain("<!-- part: scale -->\n\n## Scale\nold\n\n<!-- end: scale -->");
  });

  test("keeps the other parts as they are, in their order", () => {
    const both = withPart(first, "peers", "# Peers");
    expect(both.indexOf("# Peers")).toBeLessThan(both.indexOf("## Scale"));
    expect(withPart(both, "scale", "## Scale\nnew")).toBe(both.replace("old", "new"));
    expect(withPart(both, "peers", "# Peers")).toBe(both);
  });
});
