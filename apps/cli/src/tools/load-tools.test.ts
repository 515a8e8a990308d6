import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "@ptc/lisp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { UsageError } from "../terminal/usage-error.ts";
import { loadTools } from "./load-tools.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ptc-tools-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function load(path: string, source?: string): ReturnType<typeof loadTools> {
  if (source !== undefined) writeFileSync(join(folder, path), source);
  return loadTools({ folder, path });
}

test("exports that are functions or tools are tools, and so are fields of the default export", async () => {
  const tools = await load(
    "some.mjs",
    `export const find = () => 1;
     export const described = { description: "Looks.", execute: () => 2 };
     export const limit = 3;
     export const nothing = null;
     export default { find: () => 0, more: () => 4, other: "x", __proto__: { inherited: () => 5 } };`,
  );
  expect(Object.keys(tools).sort()).toEqual(["described", "find", "more"]);
  expect((tools["find"] as () => unknown)()).toBe(1);
});

test.each([
  ["none.mjs", "export const a = 1;", /^tools none.mjs: no export is a tool: export functions/],
  ["empty.mjs", "", /no export is a tool/],
  ["one.mjs", "export default 5;", /no export is a tool/],
  ["broken.mjs", "throw new Error('no key');", /^tools broken.mjs: cannot be loaded: no key/],
  ["wrong.mjs", "export const = 1;", /^tools wrong.mjs: cannot be loaded: /],
  ["odd.mjs", "await 1; null.x;", /^tools odd.mjs: cannot be loaded: /],
])("%s is refused with what is expected", async (path, source, message) => {
  const error: unknown = await load(path, source).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(UsageError);
  expect((error as Error).message).toMatch(message);
});

test("a tool with a signature is held to it, and says how it is called", async () => {
  const tools = await load(
    "signed.mjs",
    `export const find = { signature: "(query :string, limit :int?) -> [:map]", execute: () => [] };`,
  );
  const step = await run('[(meta "tool/find") (tool/find {:query "a"})]', { tools });
  expect(step.ok && step.return).toMatchObject([
    { forms: ["(tool/find {:query :string, :limit :int?}) -> [:map]"] },
    [],
  ]);
  const wrong = await run("(tool/find {:query 1})", { tools });
  expect(wrong.ok ? "" : wrong.fail.reason).toBe("tool_error");
  await expect(
    load("unread.mjs", 'export const find = { signature: "(", execute: () => [] };'),
  ).rejects.toThrow("tools unread.mjs: the signature of find cannot be read: ");
});

test("a module that is missing is named", async () => {
  await expect(load("missing.mjs")).rejects.toThrow("tools missing.mjs: there is no such file");
});
