// The progress of a step, from the output of pnpm and turbo.
import { describe, expect, test } from "vitest";
import { buildProgress, installProgress } from "./progress.mjs";

describe("installation progress", () => {
  test("installation progress is empty before pnpm reports any", () => {
    expect(
      installProgress("npm warn Unknown user config\nScope: all 17 workspace projects\n"),
    ).toBe("");
  });

  test("installation progress shows how many of the required packages are installed", () => {
    const begun = "Progress: resolved 0, reused 0, downloaded 0, added 0\n";
    const going = "Progress: resolved 331, reused 100, downloaded 20, added 120\n";
    expect(installProgress(`${begun}Packages: +340\n++++++\n${going}`)).toBe(
      "120 of 340 packages, 20 of them downloaded",
    );
    expect(installProgress(begun + going)).toBe("120 of 331 packages, 20 of them downloaded");
  });
});

describe("build progress", () => {
  test("build progress names the package that started last, and counts the packages", () => {
    const output = [
      "   • Running build in 16 packages",
      "@ptc/core:build: cache miss, executing 1898fb5a5ff85211",
      "@ptc/parser:build: cache hit, suppressing logs 2a0686b4007ed94b",
      "@ptc/lisp:build: cache miss, executing 41262aa2be22179a",
    ].join("\n");
    expect(buildProgress(output)).toBe("@ptc/lisp, package 2 of those that changed");
    expect(buildProgress("   • Running build in 16 packages\n")).toBe("");
  });
});
