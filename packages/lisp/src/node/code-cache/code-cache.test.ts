import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { packed, unpacked } from "./cache-format.ts";
import { CodeCache, writeCode } from "./code-cache.ts";
import { codeFolder } from "./own-folder.ts";

const root = mkdtempSync(join(tmpdir(), "ptc-code-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const code = Buffer.from("compiled ".repeat(1000));
let folder = "";
let count = 0;
beforeEach(() => {
  folder = join(root, String(++count));
});

const cacheAt = (path: string): CodeCache | undefined => CodeCache.of({ PTC_CODE_CACHE: path });

function keep(key: string, compiled = code): string {
  const draft = cacheAt(folder)?.draft(key);
  if (draft === undefined || !writeCode(draft.descriptor, key, compiled))
    throw new Error("not kept");
  draft.complete();
  const [name = ""] = readdirSync(folder);
  return join(folder, name);
}

const read = (key: string): Buffer | undefined => {
  const stored = cacheAt(folder)?.read(key);
  stored?.started();
  return stored?.code;
};

const knowsUsers = process.geteuid !== undefined;
const isRoot = process.geteuid?.() === 0;

describe.runIf(knowsUsers)("cached code", () => {
  it("cached code is read again only under its own key", () => {
    keep("a");
    expect(read("a")).toEqual(code);
    expect(read("b")).toBeUndefined();
  });

  it("cached code is in a folder and file that only the user can open", () => {
    const file = keep("a");
    expect(lstatSync(folder).mode & 0o777).toBe(0o700);
    expect(lstatSync(file).mode & 0o777).toBe(0o600);
  });

  it("ignores a file that was stored under another key and renamed", () => {
    const file = keep("a");
    rmSync(file);
    renameSync(keep("b"), file);
    expect(read("a")).toBeUndefined();
  });

  it.each([0, 5, 19, 20, 100, 9000])("ignores a file truncated to %i bytes", (bytes) => {
    truncateSync(keep("a"), bytes);
    expect(read("a")).toBeUndefined();
  });

  it.each([
    [4096, 8192],
    [4096, 18_000],
    [0, 4096],
  ])("ignores a file with the lost blocks from %i to %i", (from, to) => {
    const file = keep("a");
    writeFileSync(file, readFileSync(file).fill(0, from, to));
    expect(read("a")).toBeUndefined();
  });

  it("ignores a file with one changed bit, in its head or in its code", () => {
    const file = keep("a", Buffer.from("short code"));
    const bytes = readFileSync(file);
    expect(read("a")).toBeDefined();
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      writeFileSync(file, changed);
      expect([bit, read("a")]).toEqual([bit, undefined]);
    }
  });

  it.each([0o644, 0o660, 0o606])(
    "cached code isn't used if other users can write to it: %o",
    (mode) => {
      chmodSync(keep("a"), mode);
      expect(read("a")).toBeUndefined();
    },
  );

  it("ignores a file that has a second hard link or is a symbolic link", () => {
    const file = keep("a");
    linkSync(file, `${file}.other`);
    expect(read("a")).toBeUndefined();
    renameSync(file, join(root, `moved-${String(count)}`));
    rmSync(`${file}.other`);
    symlinkSync(join(root, `moved-${String(count)}`), file);
    expect(read("a")).toBeUndefined();
  });

  it.runIf(isRoot)("ignores a file that belongs to another user", () => {
    const file = keep("a");
    chownSync(file, 12_345, 12_345);
    expect(read("a")).toBeUndefined();
  });

  /** A mark as a process leaves it that ended before it had started. */
  const crashed = (file: string, pid: number): void => {
    symlinkSync(String(pid), `${file}.starting`);
  };
  /** Linux has no process of this number. */
  const noProcess = 2 ** 22 + 1;

  it.each([
    ["ended", noProcess],
    ["had the number of this process", process.pid],
  ])("removes the code from which a process started that %s", (_, pid) => {
    crashed(keep("a"), pid);
    expect(read("a")).toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
    keep("a");
    expect(read("a")).toEqual(code);
  });

  it("removes the code from which a process has been starting for too long", () => {
    const file = keep("a");
    crashed(file, process.ppid);
    lutimesSync(`${file}.starting`, 0, 0);
    expect(read("a")).toBeUndefined();
  });

  it("reads the code from which another process starts now", () => {
    const file = keep("a");
    crashed(file, process.ppid);
    expect(read("a")).toEqual(code);
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it("removes the code if the process that reads it never starts", () => {
    keep("a");
    expect(cacheAt(folder)?.read("a")?.code).toEqual(code);
    expect(read("a")).toBeUndefined();
  });

  it("forget removes a file from the cache", () => {
    keep("a");
    cacheAt(folder)?.forget("a");
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe.runIf(knowsUsers)("cache folder", () => {
  const refuses = (): void => {
    expect(cacheAt(folder)?.draft("a")).toBeUndefined();
    expect(read("a")).toBeUndefined();
  };

  it.each([0o755, 0o770, 0o707])("refuses a cache folder that others can read: %o", (mode) => {
    keep("a");
    chmodSync(folder, mode);
    refuses();
  });

  it("refuses a cache folder that is a link", () => {
    keep("a");
    renameSync(folder, `${folder}-moved`);
    symlinkSync(`${folder}-moved`, folder);
    refuses();
  });

  it.runIf(isRoot)("refuses a cache folder of another user", () => {
    keep("a");
    chownSync(folder, 12_345, 12_345);
    refuses();
  });

  it("refuses to create the cache folder inside a world-writable folder", () => {
    mkdirSync(folder);
    chmodSync(folder, 0o777);
    folder = join(folder, "code");
    refuses();
    expect(existsSync(folder)).toBe(false);
  });

  it("creates the cache folder inside a world-writable folder with the sticky bit", () => {
    mkdirSync(folder);
    chmodSync(folder, 0o1777);
    folder = join(folder, "code");
    keep("a");
    expect(read("a")).toEqual(code);
  });

  it("works without a cache if the folder can't be created", () => {
    folder = join(process.execPath, "code");
    refuses();
  });

  it("limits the number of cached files and removes old ones", () => {
    for (let index = 0; index < 70; index++) keep(`key ${String(index)}`, Buffer.from("x"));
    expect(readdirSync(folder)).toHaveLength(64);
    for (const name of readdirSync(folder)) utimesSync(join(folder, name), 0, 0);
    keep("new");
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it("the last of two concurrent writers wins, and readers never see a partial file", () => {
    const [first, second] = [cacheAt(folder)?.draft("a"), cacheAt(folder)?.draft("a")];
    if (first === undefined || second === undefined) throw new Error("no draft");
    writeCode(first.descriptor, "a", code);
    expect(read("a")).toBeUndefined();
    first.complete();
    expect(read("a")).toEqual(code);
    writeCode(second.descriptor, "a", Buffer.from("other"));
    second.complete();
    expect(read("a")).toEqual(Buffer.from("other"));
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it("leaves no file behind when a draft is dropped", () => {
    cacheAt(folder)?.draft("a")?.drop();
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe.runIf(knowsUsers)("location of the cache folder", () => {
  it.each([
    [{ HOME: "/home/a" }, "/home/a/.cache/ptc/code"],
    [{ HOME: "/home/a", XDG_CACHE_HOME: "/caches" }, "/caches/ptc/code"],
    [{ HOME: "/home/a", XDG_CACHE_HOME: "caches" }, "/home/a/.cache/ptc/code"],
    [{ HOME: "/home/a", PTC_CODE_CACHE: "/here" }, "/here"],
    [{ HOME: "/home/a", PTC_CODE_CACHE: "off" }, undefined],
    [{ HOME: "/home/a", PTC_CODE_CACHE: "./here" }, undefined],
    [{ HOME: "home" }, undefined],
    [{}, undefined],
  ])("with environment %o, the cache folder is %s", (environment, place) => {
    expect(codeFolder(environment)).toBe(place);
  });
});

describe("format of a cache file", () => {
  const unpackedFrom = (key: string, file: Buffer): Buffer | undefined =>
    unpacked(key, {
      size: file.length,
      fill: (target, position) => file.copy(target, 0, position) === target.length,
    });

  it("a cache file unpacks to the code it was packed from, with any key", () => {
    for (const key of ["", "a", "ä\n".repeat(50)])
      for (const bytes of [code, Buffer.alloc(0), Buffer.alloc(200_000, "ab")])
        expect(unpackedFrom(key, packed(key, bytes))).toEqual(bytes);
  });

  it("rejects a cache file with a wrong header or wrong lengths", () => {
    const file = packed("key", code);
    for (const at of [0, 4, 8, 12, 16]) {
      const changed = Buffer.from(file);
      changed.writeUInt32LE(0xffff_ffff, at);
      expect(unpackedFrom("key", changed)).toBeUndefined();
    }
    for (const bytes of [0, 8, 15, 16, 31, 32, 33, file.length - 1, file.length - 2])
      expect(unpackedFrom("key", file.subarray(0, bytes))).toBeUndefined();
  });
});
