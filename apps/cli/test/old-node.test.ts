// Tests the executable on a Node that is too old for the command line. A process with a fake
// version simulates it.

import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ptc-old-node-"));
  for (const name of ["bin", "dist"]) mkdirSync(join(folder, name));
  copyFileSync(join(import.meta.dirname, "../bin/ptc.js"), join(folder, "bin/ptc.cjs"));
  writeFileSync(join(folder, "dist/help.txt"), "what there is\n");
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function ptcOn(version: string, ...commandArguments: readonly string[]) {
  const saysItIs = `data:text/javascript,Object.defineProperty(process.versions,"node",{value:"${version}"})`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--import", saysItIs, join(folder, "bin/ptc.cjs"), ...commandArguments],
    { encoding: "utf8" },
  );
  return { status, stdout, stderr };
}

const needed =
  "ptc needs Node 20.19.0 or newer, and this is 18.20.8: install a newer Node, then run it again.\n";

test.each([["--help"], ["-h"], ["help"], ["help", "eval"], ["eval", "--help"], []])(
  "ptc %s %s shows the help and the required Node",
  (...words) => {
    expect(ptcOn("18.20.8", ...words)).toEqual({
      status: 0,
      stdout: "what there is\n",
      stderr: needed,
    });
  },
);

test("any other command reports the required Node", () => {
  expect(ptcOn("18.20.8", "eval", "1")).toEqual({ status: 2, stdout: "", stderr: needed });
  expect(ptcOn("20.18.3", "eval", "1").stderr).toContain("this is 20.18.3");
});

test("the required Node is the one in package.json", () => {
  const manifest = JSON.parse(
    readFileSync(join(import.meta.dirname, "../package.json"), "utf8"),
  ) as { readonly engines: { readonly node: string } };
  expect(needed).toContain(`Node ${manifest.engines.node.replace(">=", "")}.0 or newer`);
  expect(ptcOn("20.19.0", "eval", "1").stderr).not.toContain("ptc needs Node");
});
