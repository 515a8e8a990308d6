import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openFileStore } from "./index.ts";

let folder = "";
let path = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ptc-file-store-"));
  path = join(folder, "runs/all.store");
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const key = { kind: "run", id: "a" } as const;
const head = { status: "queued" };

/** Writes a file with three versions of a run, and returns it. */
async function written(): Promise<Buffer> {
  const store = await openFileStore(path);
  await store.append([{ key, version: 0, head, entries: ["1", '"é😀"'] }]);
  await store.append([{ key, version: 1, snapshot: "{}", entries: ["2"] }]);
  await store.append([{ key, version: 2, entries: ["3"] }]);
  await store.close();
  return readFileSync(path);
}

test("continues after the last whole change, wherever a crash cut the file", async () => {
  const bytes = await written();
  const ends = [...bytes.entries()].filter(([, byte]) => byte === 0x0a).map(([index]) => index);
  // `.ci/run` cuts the file after every byte.
  const step = process.env["PTC_TESTS"] === undefined ? 5 : 1;
  for (let length = 0; length <= bytes.length; length += step) {
    writeFileSync(path, bytes.subarray(0, length));
    const store = await openFileStore(path);
    // A line is whole without its line feed too. The first is the header.
    const whole = Math.max(0, ends.filter((end) => end <= length).length - 1);
    expect((await store.load(key))?.version ?? 0, String(length)).toBe(whole);
    await store.append([{ key, version: whole, head, entries: ["4"] }]);
    await store.close();
    const again = await openFileStore(path);
    expect((await again.load(key))?.entries.at(-1)).toBe("4");
    await again.close();
  }
});

test("refuses a file with a changed byte, and leaves it as it is", async () => {
  const bytes = await written();
  const last = bytes.lastIndexOf(0x0a, bytes.length - 2);
  for (let index = 0; index < bytes.length; index += 7) {
    const changed = Buffer.from(bytes);
    changed[index] = (changed[index] ?? 0) ^ 1;
    writeFileSync(path, changed);
    // The change of the last line feed looks like a crash.
    if (index === bytes.length - 1) continue;
    const error = await openFileStore(path).then(
      async (store) => store.close(),
      (thrown: unknown) => thrown,
    );
    expect(error, String(index)).toMatchObject({ name: "StoreError" });
    expect(readFileSync(path)).toEqual(changed);
    expect(existsSync(`${path}.lock`)).toBe(false);
    if (index > last)
      expect(error).toMatchObject({
        problem: "damaged",
        message: `${path}: line 4 is damaged: restore the file from a backup`,
      });
  }
});

test.each([
  ["notes", "damaged", "it is not the file of a store, which begins with"],
  ['{"format":"ptc-journal","version":1}\n', "damaged", "it is not the file of a store"],
  ['{"format":"ptc-store","version":2}\n', "newer_schema", "it has version 2, which this release"],
])("refuses a file that begins with %j", async (text, problem, message) => {
  await written();
  writeFileSync(path, text);
  const error = await openFileStore(path).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ problem });
  expect(String(error)).toContain(`${path}: ${message}`);
  expect(readFileSync(path, "utf8")).toBe(text);
});

test("belongs to one process, and names it", async () => {
  const store = await openFileStore(path);
  await expect(openFileStore(path)).rejects.toMatchObject({
    problem: "unavailable",
    message: `${path}: it is in use by process ${String(process.pid)}; if that is wrong, delete ${path}.lock`,
  });
  await store.close();
  await (await openFileStore(path)).close();
  await expect(openFileStore(folder)).rejects.toMatchObject({ problem: "invalid" });
});

test("writes the file anew when it has grown, and keeps records, leases and tokens", async () => {
  const store = await openFileStore(path);
  const large = JSON.stringify("x".repeat(100_000));
  await store.append([{ key, version: 0, head }]);
  const deleted = { kind: "run", id: "deleted" } as const;
  await store.append([{ key: deleted, version: 0, head }]);
  expect(await store.lease(deleted, { owner: "w", forMs: 1000 })).toMatchObject({ token: 1 });
  await store.delete([deleted]);
  for (let version = 1; version <= 40; version++)
    await store.append([{ key, version, snapshot: large, entries: [String(version)] }]);
  const lease = await store.lease(key, { owner: "w", forMs: 600_000 });
  expect(lease).toMatchObject({ token: 2 });
  expect(statSync(path).size).toBeLessThan(1_200_000);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const record = await store.load(key);
  await store.close();
  const again = await openFileStore(path);
  expect(await again.load(key)).toEqual(record);
  expect(await again.lease(key, { owner: "w", forMs: 1000 })).toBeUndefined();
  if (lease !== undefined) await again.release(lease);
  expect(await again.lease(key, { owner: "w", forMs: 1000 })).toMatchObject({ token: 3 });
  await again.close();
  expect(existsSync(`${path}.new`)).toBe(false);
});

test("keeps what it has if the file can't grow, and reports it as full", async () => {
  const script = `
    import { openFileStore } from ${JSON.stringify(join(import.meta.dirname, "index.ts"))};
    const store = await openFileStore(process.argv[1]);
    const key = { kind: "run", id: "a" };
    await store.append([{ key, version: 0, head: { status: "queued" } }]);
    const large = JSON.stringify("x".repeat(5_000));
    await store.append([{ key, version: 1, entries: [large] }]).catch((e) => console.log(e.problem));
    await store.append([{ key, version: 1, entries: ["2"] }]);
    await store.close();`;
  await (await openFileStore(path)).close();
  const node = [process.execPath, "--conditions=@ptc/source", "--input-type=module", "-e"];
  const limited = ["-c", 'ulimit -f 2 && exec "$@"', "sh", ...node, script, path];
  const { stdout, stderr } = spawnSync("sh", limited, { encoding: "utf8" });
  expect([stdout, stderr]).toEqual(["full\n", ""]);
  const store = await openFileStore(path);
  expect(await store.load(key)).toMatchObject({ version: 2, entries: ["2"] });
  await store.close();
});
