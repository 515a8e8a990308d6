// What a step says of how far it is, from what pnpm and turbo write.
import { describe, expect, test } from "vitest";
import { buildProgress, installProgress } from "./progress.mjs";

describe("an installation", () => {
  test("says nothing before pnpm does", () => {
    expect(
      installProgress("npm warn Unknown user config\nScope: all 17 workspace projects\n"),
    ).toBe("");
  });

  test("says how many packages are there, of those that are wanted", () => {
    const begun = "Progress: resolved 0, reused 0, downloaded 0, added 0\n";
    const going = "Progress: resolved 331, reused 100, downloaded 20, added 120\n";
    expect(installProgress(`${begun}Packages: +340\n++++++\n${going}`)).toBe(
      "120 of 340 packages, 20 of them downloaded",
    );
    expect(installProgress(begun + going)).toBe("120 of 331 packages, 20 of them downloaded");
  });
});

describe("a build", () => {
  test("names the package that was begun last, and counts them", () => {
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
