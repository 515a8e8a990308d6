// Tests the page without a browser: its files and how they are served. Check "hosts" opens it in
// Chromium.
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildPage } from "../src/build-page.ts";
import { serveFolder } from "../src/serve-folder.ts";

let folder = "";
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "ptc-browser-page-"));
  await buildPage(folder);
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

test("the built script has several parts, and none of them imports a Node module", () => {
  const scripts = readdirSync(folder).filter((name) => name.endsWith(".js"));
  expect(scripts).toContain("page.js");
  expect(scripts.length).toBeGreaterThan(5);
  for (const name of scripts)
    expect(readFileSync(join(folder, name), "utf8")).not.toMatch(/["']node:|\brequire\(/);
});

test("the server serves the files of the page and nothing else", async () => {
  const served = await serveFolder(folder);
  try {
    const page = await fetch(served.url);
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(await page.text()).toContain('<script type="module" src="page.js">');
    expect((await fetch(`${served.url}../package.json`)).status).toBe(404);
    expect(served.asked).toEqual(["index.html", "package.json"]);
  } finally {
    await served.stop();
  }
});
