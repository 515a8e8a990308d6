// Parses a log into steps.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repositoryRoot } from "../workspaces.ts";
import { missingLines, stepsOfLog } from "./log.ts";

test("reads blocks as files, commands, and the output of the last command", () => {
  const log =
    "# T\n\n```sh\nnpm init\nnpx tsc\n```\n\n```text\na\n```\n```ts src/a.ts\nconst a = 1;\n```\n";
  expect(stepsOfLog(log)).toEqual([
    { kind: "command", command: "npm init", expected: [] },
    { kind: "command", command: "npx tsc", expected: ["a"] },
    { kind: "file", path: "src/a.ts", content: "const a = 1;\n" },
  ]);
  expect(() => stepsOfLog("```ts\n1;\n```\n")).toThrow('a block "ts" is neither a file');
});

test("finds an expected line at the end of a printed one", () => {
  expect(missingLines("\u001b[34mℹ pass 5\u001b[39m\nℹ fail 1\n", ["pass 5", "fail 0"])).toEqual([
    "fail 0",
  ]);
});

test("the log installs, checks types, tests and runs", () => {
  const log = readFileSync(join(repositoryRoot, "docs/from-an-empty-folder.md"), "utf8");
  const commands = stepsOfLog(log).flatMap((step) => (step.kind === "command" ? step.command : []));
  expect(commands).toEqual([
    "npm init --yes",
    "npm pkg set type=module",
    "npm install @ptc/subagent @ptc/llm zod",
    "npm install --save-dev typescript @types/node",
    "npx tsc",
    'node --test "src/*.test.ts"',
    "npx tsc",
    "node src/main.ts",
  ]);
});
