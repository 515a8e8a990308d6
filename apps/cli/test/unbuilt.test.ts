// Tests the executable in a checkout without built files. A copy of the package's folder simulates
// it; its command line is a small program.

import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

const packageFolder = join(import.meta.dirname, "..");
let checkout = "";
beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), "ptc-unbuilt-"));
  for (const name of ["scripts", "apps/cli/bin", "apps/cli/src"])
    mkdirSync(join(checkout, name), { recursive: true });
  writeFileSync(join(checkout, "scripts/pins.json"), "{}");
  for (const name of ["package.json", "bin/package.json", "bin/ptc.js"])
    copyFileSync(join(packageFolder, name), join(checkout, "apps/cli", name));
  writeFileSync(
    join(checkout, "apps/cli/src/index.ts"),
    `export async function main(words: readonly string[]): Promise<number> {
       process.stdout.write(["from the sources", ...words].join(" ") + "\\n");
       return 3;
     }`,
  );
});
afterEach(() => {
  rmSync(checkout, { recursive: true, force: true });
});

function install(): void {
  for (const name of ["apps/cli/node_modules", "node_modules/@ptc"])
    mkdirSync(join(checkout, name), { recursive: true });
  symlinkSync(join(checkout, "apps/cli"), join(checkout, "node_modules/@ptc/cli"), "junction");
}

function ptc({ version }: { readonly version?: string }, ...words: readonly string[]) {
  const pretends = `data:text/javascript,Object.defineProperty(process.versions,"node",{value:"${version ?? ""}"})`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      ...(version === undefined ? [] : ["--import", pretends]),
      join(checkout, "apps/cli/bin/ptc.js"),
      ...words,
    ],
    // Scripts of the package manager set NODE_PATH, which finds this repository's packages.
    { encoding: "utf8", env: { ...process.env, NODE_PATH: "" } },
  );
  return { status, stdout, stderr };
}

test.each([[["eval", "(+ 1 2)"]], [["run", "examples/patterns"]], [[]]])(
  "ptc %j runs the sources if nothing is built, and exits with their code",
  (words) => {
    install();
    const { status, stdout } = ptc({}, ...words);
    expect({ status, stdout }).toEqual({
      status: 3,
      stdout: `${["from the sources", ...words].join(" ")}\n`,
    });
  },
);

test("asks for a build on a Node that can't run the sources", () => {
  install();
  expect(ptc({ version: "20.19.0" }, "eval", "1")).toEqual({
    status: 2,
    stdout: "",
    stderr:
      'ptc is not built, and Node 20.19.0 can\'t run its sources: run "npm run build", or use Node 22.18.0 or newer.\n',
  });
});

test("asks for the dependencies before it runs the sources", () => {
  expect(ptc({}, "eval", "1")).toEqual({
    status: 2,
    stdout: "",
    stderr: 'ptc needs its dependencies: run "npm run build" in the repository first.\n',
  });
});

test("uses the built files as soon as they exist", () => {
  install();
  mkdirSync(join(checkout, "apps/cli/dist"));
  writeFileSync(
    join(checkout, "apps/cli/dist/index.js"),
    'export const main = async () => { process.stdout.write("built\\n"); return 0; };',
  );
  expect(ptc({}, "repl")).toEqual({ status: 0, stdout: "built\n", stderr: "" });
});
