import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { memoryHost } from "../../test/memory-host.ts";
import type { AskSetup } from "./ask-setup.ts";
import { rememberedMission, rememberedOrigin, rememberMission } from "./recorded-missions.ts";

let state = "";
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), "ptc-remembered-"));
});
afterEach(() => {
  rmSync(state, { recursive: true, force: true });
});

const host = () => memoryHost({ environment: { XDG_STATE_HOME: state } });
const setup = (question: string): AskSetup => ({
  question,
  folder: "/home/ann",
  tools: ["tools.ts"],
  contexts: [],
  limits: { steps: 1_000 },
  model: "ollama:qwen3:8b",
});

test("remembers folders and questions by the id of their run", () => {
  rememberMission(host(), { runId: "a", folder: "/missions/stock" });
  rememberMission(host(), { runId: "b", ask: setup("How many?") });
  expect(rememberedMission(host(), "a")?.folder).toBe("/missions/stock");
  expect(rememberedMission(host(), "b")?.folder).toBeUndefined();
  expect(rememberedOrigin(host(), "b")).toMatchObject({ ask: setup("How many?") });
  expect(rememberedOrigin(host(), "c")).toBeUndefined();
});

test("drops the oldest questions before the file becomes too large to read", () => {
  const question = "?".repeat(150_000);
  for (let index = 0; index < 30; index++)
    rememberMission(host(), { runId: `run ${String(index)}`, ask: setup(question) });
  rememberMission(host(), { runId: "too long", ask: setup("?".repeat(300_000)) });
  expect(statSync(join(state, "ptc/recorded-missions.jsonl")).size).toBeLessThan(4_000_000);
  expect(rememberedOrigin(host(), "run 29")).toMatchObject({ ask: { question } });
  expect(rememberedOrigin(host(), "run 0")).toBeUndefined();
  expect(rememberedOrigin(host(), "too long")).toBeUndefined();
});

test.each([
  { ask: { ...setup("q"), tools: "tools.ts" } },
  { ask: { ...setup("q"), limits: { steps: "many" } } },
  { ask: { ...setup("q"), limits: { ["__proto__x"]: 1 } } },
  { ask: { ...setup("q"), folder: "relative" } },
  { ask: { ...setup("q"), model: 3 } },
  { ask: null },
  { folder: "relative" },
])("ignores the damaged line %j", (entry) => {
  rememberMission(host(), { runId: "a", folder: "/missions/stock" });
  const line = JSON.stringify({ runId: "b", ...entry });
  writeFileSync(join(state, "ptc/recorded-missions.jsonl"), `${line}\n`, { flag: "a" });
  expect(rememberedOrigin(host(), "b")).toBeUndefined();
  expect(rememberedMission(host(), "a")?.folder).toBe("/missions/stock");
});
