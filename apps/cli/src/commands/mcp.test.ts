import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { memoryHost, ptc } from "../../test/memory-host.ts";
import { runMcp } from "../mcp/run-mcp.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ptc-mcp-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

test("ptc mcp init writes a configuration that ptc mcp doctor and --list can use", async () => {
  const written = await ptc(["mcp", "init"], { folder });
  expect(written).toMatchObject({ code: 0, errors: "" });
  expect(written.output).toContain("wrote ptc.json with 0 upstreams");
  writeFileSync(join(folder, "tools.mjs"), "export const tools = { now: () => 1 };\n");
  const file = join(folder, "ptc.json");
  const data = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
  writeFileSync(file, JSON.stringify({ ...data, upstreams: { own: { tools: "./tools.mjs" } } }));
  const checked = await ptc(["mcp", "doctor"], { folder });
  expect(checked).toMatchObject({ code: 0, errors: "" });
  expect(checked.output).toContain("own/now");
  const listed = await ptc(["mcp", "--list"], { folder });
  expect(listed.output).toMatch(/^NAME +KIND +STATE +TOOLS +NOTES\nown +module +ready +1\n$/);
});

test("names a configuration that can't be read", async () => {
  const { code, output, errors } = await ptc(["mcp", "--config", "none.json"], { folder });
  expect({ code, output }).toEqual({ code: 2, output: "" });
  expect(errors).toMatch(/^ptc mcp: .*none\.json is invalid:\n- can't read it: no such file\n$/);
});

test.each<readonly [readonly string[], string]>([
  [["mcp", "sing"], "unknown action: use serve, list, init, doctor, accept, login"],
  [["mcp", "list", "files"], "unexpected argument after list"],
  [["mcp", "login", "crm", "again"], "unexpected argument after login"],
  [["mcp", "--port", "70000"], "--port needs a whole number from 0 to 65535"],
  [["mcp", "--frob"], 'unknown option "--frob"'],
])("reports the wrong usage of %j", async (words, message) => {
  const { code, errors } = await ptc(words, { folder });
  expect(code).toBe(2);
  expect(errors).toContain(message);
});

test("names the package to install if it is missing", async () => {
  const missing = Object.assign(new Error("no package"), { code: "ERR_MODULE_NOT_FOUND" });
  await expect(
    runMcp({ action: "list" }, memoryHost(), () => Promise.reject(missing)),
  ).rejects.toThrow("this command needs the package @ptc/gateway: npm install @ptc/gateway");
});
