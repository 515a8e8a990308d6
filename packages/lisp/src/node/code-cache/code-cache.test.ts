import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
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

const read = (key: string): Buffer | undefined => cacheAt(folder)?.read(key);

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

  it("ignores a file with a lost block", () => {
    const file = keep("a");
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0, 4096, 8192));
    expect(read("a")).toBeUndefined();
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
  it("a cache file unpacks to the code it was packed from, with any key", () => {
    for (const key of ["", "a", "ä\n".repeat(50)])
      expect(unpacked(key, packed(key, code))).toEqual(code);
  });

  it("rejects a cache file with a wrong header or wrong lengths", () => {
    const file = packed("key", code);
    for (const at of [0, 8, 12, 16]) {
      const changed = Buffer.from(file);
      changed.writeUInt32LE(0xffff_ffff, at);
      expect(unpacked("key", changed)).toBeUndefined();
    }
  });
});
