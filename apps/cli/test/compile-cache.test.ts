// Where the compiled command line is kept, and that only this user can write there.

import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { compileCacheFolder } from "../bin/compile-cache.js";

let base = "";
let folder = "";
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "ptc-cache-"));
  folder = join(base, "ptc");
});
afterEach(() => {
  rmSync(base, { recursive: true, force: true });
});
const found = (environment: Readonly<Record<string, string>> = {}) =>
  compileCacheFolder({ XDG_CACHE_HOME: base, ...environment });

describe.skipIf(process.getuid === undefined)("the folder of the compile cache", () => {
  test("is made for this user alone, and found again", () => {
    expect(found()).toBe(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(found()).toBe(folder);
  });

  test("is not there when it is turned off, and is not made", () => {
    expect(found({ PTC_COMPILE_CACHE: "0" })).toBeUndefined();
    expect(existsSync(folder)).toBe(false);
  });

  test.each<readonly [string, () => void]>([
    [
      "others may write to it",
      () => {
        mkdirSync(folder);
        chmodSync(folder, 0o777);
      },
    ],
    [
      "others may put another one in its place",
      () => {
        chmodSync(base, 0o777);
      },
    ],
    [
      "it leads elsewhere",
      () => {
        mkdirSync(join(base, "elsewhere"), { mode: 0o700 });
        symlinkSync(join(base, "elsewhere"), folder);
      },
    ],
    [
      "it is a file",
      () => {
        writeFileSync(folder, "");
      },
    ],
    [
      "it cannot be made",
      () => {
        rmSync(base, { recursive: true });
        writeFileSync(base, "");
      },
    ],
  ])("is not used where %s", (_what, prepare) => {
    prepare();
    expect(found()).toBeUndefined();
  });

  test.skipIf(process.getuid?.() !== 0)("is not used where it belongs to somebody else", () => {
    mkdirSync(folder, { mode: 0o700 });
    chownSync(folder, 1, 1);
    expect(found()).toBeUndefined();
  });
});
