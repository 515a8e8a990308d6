// Runs every example with the command that `npm start -- examples/NAME` runs, as a process.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exampleCommand, exampleNames } from "./examples.mjs";
import { ROOT } from "./places.mjs";
import { exitCodeOf } from "./step.mjs";

const timeout = 120_000;

/**
 * `npm test` starts one mission and one program. The tests of each example play the others, and
 * `.ci/run` starts them all.
 */
const started = exampleNames().filter(
  (name) =>
    // The check `chat` starts and stops the other server.
    !["browser-page", "chat-app"].includes(name) &&
    (process.env["PTC_TESTS"] !== undefined || name === "patterns"),
);

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ptc-examples-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function startExample(name: string) {
  const [, ...nodeArguments] = exampleCommand([`examples/${name}`]);
  // The trace of a mission would otherwise be stored in this repository.
  const trace = nodeArguments.includes("run") ? ["--trace", join(folder, `${name}.jsonl`)] : [];
  return spawn(process.execPath, [...nodeArguments, ...trace], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** The end of the output of each example; the page runs until it is stopped. */
const endings: Readonly<Record<string, RegExp | undefined>> = {
  "inbox-assistant": /\nSent:\n {2}"Open questions" to \S+\nAnswer: [^\n]+\n$/,
  "order-shipment": /\{"what":"shipped","order":42,"service":"standard","key":"[^"]+"\}\n$/,
  patterns: /\| the large one alone .*\|\n$/,
  "refund-desk": /\n\{"outcomes":\{[^]+\}\n$/,
  "web-servers": /\n {2}mission-end "order 7 is refunded"\n {2}stream-end\n$/,
  "three-providers": /\nAnswer: \[42,44\] \(\d+ tokens in, \d+ out\)\n$/,
};
const mission =
  /\nAnswer\n[^]+\nTrace: [^]+\n\nResult: answered in [^\n]+\nData: {3}[^\n]+\nNext: {3}ptc trace summary [^\n]+\n$/;

describe("npm start -- examples/NAME", { timeout }, () => {
  test.each(started)("runs %s to its end without a key", async (name) => {
    const child = startExample(name);
    const [code, output, errors] = await Promise.all([
      exitCodeOf(child),
      text(child.stdout),
      text(child.stderr),
    ]);
    expect([code, errors]).toEqual([0, ""]);
    expect(output).toMatch(endings[name] ?? mission);
  });

  test("serves browser-page, also if another program uses its port", async () => {
    const children = [startExample("browser-page"), startExample("browser-page")];
    try {
      for (const { stdout } of children) {
        const [line] = await new Promise<[string]>((resolve) => {
          stdout.setEncoding("utf8").once("data", (data: string) => {
            resolve([data]);
          });
        });
        const [, url = ""] =
          /^The page is at (http:\S+) \(Ctrl-C ends this\)\.\n$/.exec(line) ?? [];
        expect(await (await fetch(url)).text()).toContain('src="page.js"');
      }
    } finally {
      for (const child of children) child.kill();
      await Promise.all(children.map(exitCodeOf));
    }
  });
});

test.each(exampleNames())("the README of %s shows its command", (name) => {
  const readme = readFileSync(join(ROOT, "examples", name, "README.md"), "utf8");
  expect(readme).toContain(`npm start -- examples/${name}`);
});

test.each(["patterns", "examples/patterns", "examples/patterns/", "./examples/patterns"])(
  "accepts the name %j",
  (name) => {
    expect(exampleCommand([name])).toEqual([
      "node",
      "--conditions=@ptc/source",
      "examples/patterns/src/main.ts",
    ]);
  },
);

test("runs the first example without a name, and passes options to ptc run", () => {
  expect(exampleCommand([]).slice(-2)).toEqual(["run", "examples/dependency-audit"]);
  expect(exampleCommand(["--json"]).slice(-3)).toEqual([
    "run",
    "examples/dependency-audit",
    "--json",
  ]);
  expect(exampleCommand(["ticket-triage", "--json"]).slice(-2)).toEqual([
    "examples/ticket-triage",
    "--json",
  ]);
});

test.each(["pattern", "examples/", "examples", "packages/patterns", "../examples/patterns", ""])(
  "reports the unknown example %j, and lists all",
  (name) => {
    expect(() => exampleCommand([name])).toThrow(
      `Unknown example "${name}". Use one of these:\n  npm start -- examples/browser-page\n`,
    );
  },
);

test("reports arguments that an example ignores", () => {
  expect(() => exampleCommand(["patterns", "--json"])).toThrow(
    "examples/patterns takes no arguments, but got --json. Its README.md shows what it runs.",
  );
});
