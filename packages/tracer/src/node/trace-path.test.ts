import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { defaultTracePath } from "./trace-path.ts";

let folder = "";
const now = new Date(Date.UTC(2025, 0, 31, 9, 30, 0, 123));

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ptc-trace-path-"));
  mkdirSync(join(folder, "repository", ".git"), { recursive: true });
  mkdirSync(join(folder, "repository", "inner"));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

test("puts traces into the repository around the current folder", () => {
  expect(defaultTracePath(join(folder, "repository", "inner"), "missions/audit/", now)).toBe(
    join(folder, "repository", ".ptc", "traces", "2025-01-31T09-30-00.123Z-audit.jsonl"),
  );
});

test("keeps traces in their folder for every folder name", () => {
  for (const name of ["..", "a/..", "/", "x\u001b[1m y", "ü"]) {
    const path = defaultTracePath(folder, name, now);
    expect(dirname(path)).toBe(join(folder, ".ptc", "traces"));
    expect(basename(path)).toMatch(/^2025-01-31T09-30-00\.123Z-[\w.-]+\.jsonl$/);
  }
});
