// The table of the guide comes from a recorded measurement. With PTC_TESTS=full, the measurement is
// made again; `--update` writes both.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { measure, type Cost, type Measurement } from "./measure.ts";

const guide = join(import.meta.dirname, "../../../../docs/guides/coding-agents.md");
const recorded = join(import.meta.dirname, "measurement.json");

test.runIf(process.env["PTC_TESTS"] !== undefined)(
  "ten tasks over three servers need the recorded tokens and requests",
  async () => {
    const measurement = await measure();
    await expect(`${JSON.stringify(measurement, null, 2)}\n`).toMatchFileSnapshot(recorded);
  },
);

test("the guide has the table of the recorded measurement", async () => {
  const measurement = JSON.parse(readFileSync(recorded, "utf8")) as Measurement;
  const text = readFileSync(guide, "utf8");
  const [before = "", rest = ""] = text.split("<!-- tokens -->");
  const [, after = ""] = rest.split("<!-- /tokens -->");
  const section = `\n\n${table(measurement)}\n\n`;
  await expect(`${before}<!-- tokens -->${section}<!-- /tokens -->${after}`).toMatchFileSnapshot(
    guide,
  );
});

test("programs need fewer tokens for each task, and half as many for all", () => {
  const { tasks } = JSON.parse(readFileSync(recorded, "utf8")) as Measurement;
  for (const { direct, program } of tasks) expect(program.tokens).toBeLessThan(direct.tokens);
  expect(2 * sum(tasks.map(({ program }) => program)).tokens).toBeLessThan(
    sum(tasks.map(({ direct }) => direct)).tokens,
  );
});

function sum(costs: readonly Cost[]): Cost {
  return {
    tokens: costs.reduce((total, { tokens }) => total + tokens, 0),
    requests: costs.reduce((total, { requests }) => total + requests, 0),
  };
}

function table({ directTools, programTools, tasks }: Measurement): string {
  const rows = [
    ["task", "tokens, tools one by one", "requests", "tokens, programs", "requests"],
    ...tasks.map(({ question, direct, program }) => [
      question,
      ...cells(direct),
      ...cells(program),
    ]),
    [
      "all ten",
      ...cells(sum(tasks.map(({ direct }) => direct))),
      ...cells(sum(tasks.map(({ program }) => program))),
    ],
    ["the list of tools, in each request", grouped(directTools), "", grouped(programTools), ""],
  ];
  const widths = [0, 1, 2, 3, 4].map((at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join(" | ")} |`;
  const rule = `| ${widths.map((width, at) => (at === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`)).join(" | ")} |`;
  const [heading = [], ...others] = rows;
  return [line(heading), rule, ...others.map(line)].join("\n");
}

function cells({ tokens, requests }: Cost): readonly string[] {
  return [grouped(tokens), String(requests)];
}

function grouped(number: number): string {
  return number.toLocaleString("en-US");
}
