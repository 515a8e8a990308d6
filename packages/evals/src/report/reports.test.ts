import { describe, expect, test } from "vitest";
import { createMemoryStore } from "@ptc/core/store";
import { toLanguageModel } from "@ptc/llm";
import { defineSuite, readReport, reportHtml, reportJUnit, runEval } from "../index.ts";
import { reportLines } from "../node/index.ts";

const escape = "\u001b";
const hostile = '<script>alert("x")</script>\u001b[2J';

async function hostileReport(store = createMemoryStore()) {
  const suite = defineSuite({
    name: "hostile",
    cases: [
      { name: 'a & b <i>"q"</i>', prompt: "One?", expected: 1, tags: [hostile.slice(0, 27)] },
      { name: "fine", prompt: "Two?", expected: 2 },
    ],
  });
  const wrong = toLanguageModel(() => `(return ${JSON.stringify(hostile)})`);
  const right = toLanguageModel(({ messages }) =>
    JSON.stringify(messages).includes("One?") ? "(return 1)" : "(return 2)",
  );
  const { report } = await runEval({
    ...{ suite, store },
    variants: [
      { name: "right", llm: right },
      { name: "wrong", llm: wrong },
    ],
  });
  return report;
}

describe("reports", () => {
  test("of a store are the same as those of the run", async () => {
    const store = createMemoryStore();
    const report = await hostileReport(store);
    expect(await readReport({ store, id: "hostile" })).toEqual(report);
    expect(await readReport({ store, id: "other" })).toBeUndefined();
  });

  test("as a page escape all texts, and have no scripts and no addresses but traces", async () => {
    const html = reportHtml(await hostileReport(), {
      title: hostile,
      traceLink: ({ traceId }) => `traces/${traceId ?? ""}.jsonl?"`,
    });
    expect(html).not.toMatch(/<script|<i>"/);
    expect(html).not.toContain(escape);
    expect(html).toContain("&lt;script&gt;");
    expect(html).toContain("default-src 'none'");
    expect(html.match(/https?:/g)).toBeNull();
    expect(html).toMatch(/href="traces\/[\da-f]{32}\.jsonl\?&quot;"/);
    expect(html).toContain("right: 100.0%");
    // Each element that is opened is closed.
    for (const tag of ["section", "table", "details", "ul", "main", "tr", "td"])
      expect(html.match(new RegExp(`<${tag}[ >]`, "g"))?.length ?? 0).toBe(
        html.match(new RegExp(`</${tag}>`, "g"))?.length ?? 0,
      );
  });

  test("as JUnit are XML with a failure for each case that failed", async () => {
    const xml = reportJUnit(await hostileReport());
    expect(xml).toContain('<testsuite name="hostile wrong" tests="2" failures="2" errors="0"');
    expect(xml).toContain('<testcase name="a &amp; b &lt;i&gt;&quot;q&quot;&lt;/i&gt;"');
    expect(xml).toContain('<failure type="wrong_answer"');
    // eslint-disable-next-line no-control-regex -- XML can't contain these
    expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]|<script/);
  });

  test("as lines show unknown costs as unknown, and no control characters", async () => {
    const lines = [...reportLines(await hostileReport(), { traceOf: (id) => `t/${id}` })];
    const text = lines.join("\n");
    expect(text).toContain("hostile: 4 runs");
    expect(text).toContain("unknown");
    expect(text).not.toContain("$0");
    expect(text).toMatch(/wrong with right: 2 cases, 0 passed only with wrong, 2 only with right/);
    expect(text).toMatch(/ {4}t\/[\da-f]{32}/);
    expect(text).not.toContain(escape);
  });
});
