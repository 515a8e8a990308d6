// The reader of tarballs accepts what npm packs, and nothing that would be written elsewhere.
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { tarballOf } from "./fake-registry.ts";
import { extract, integrityOf } from "./tarball.mjs";

let folder = "";
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "ptc-tarball-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("writes a hash as lockfiles write it", () => {
  expect(integrityOf(Buffer.from(""))).toBe(
    "sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==",
  );
});

test("extracts files without their common folder, and keeps them executable", async () => {
  const sizes = await extract(
    tarballOf([
      { path: "package", type: "5" },
      { path: "package/bin/node", text: "a program", mode: 0o775 },
      { path: "package/LICENSE", text: "é".repeat(300) },
      { path: "package/empty" },
      { path: "package/include/node.h", text: "not wanted" },
    ]),
    folder,
    /^(bin\/|LICENSE|empty)/,
  );
  expect(sizes).toEqual({ "bin/node": 9, LICENSE: 600, empty: 0 });
  expect(readFileSync(join(folder, "bin/node"), "utf8")).toBe("a program");
  expect(statSync(join(folder, "bin/node")).mode & 0o777).toBe(0o755);
  expect(statSync(join(folder, "LICENSE")).mode & 0o777).toBe(0o644);
  expect(existsSync(join(folder, "include"))).toBe(false);
});

test("reads a path too long for a header from the record before it, for one file", async () => {
  const long = `package/${"deep/".repeat(30)}file`;
  const record = ` path=${long}\n`;
  const tarball = tarballOf([
    { path: "PaxHeader/file", type: "x", text: `${String(record.length + 3)}${record}` },
    { path: long.slice(0, 100), text: "deep" },
    { path: "package/next", text: "next" },
  ]);
  expect(Object.keys(await extract(tarball, folder, /./))).toEqual([
    `${"deep/".repeat(30)}file`,
    "next",
  ]);
});

test.each([
  ["a way out", [{ path: "package/../../outside" }], "outside a folder"],
  ["a way out of Windows", [{ path: "package/..\\..\\outside" }], "outside a folder"],
  ["no folder", [{ path: "outside" }], "outside a folder"],
  ["a link", [{ path: "package/link", type: "2" }], "an entry that is not a file"],
])("rejects a tarball with %s", async (_, entries, message) => {
  await expect(extract(tarballOf(entries), folder, /./)).rejects.toThrow(message);
});

test("rejects a tarball that ends in the middle of a file", async () => {
  const whole = gunzipSync(tarballOf([{ path: "package/file", text: "x".repeat(5000) }]));
  await expect(extract(gzipSync(whole.subarray(0, 2048)), folder, /./)).rejects.toThrow(
    "ends in the middle",
  );
});
