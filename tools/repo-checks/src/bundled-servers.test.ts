// Bundles the sources of small servers with esbuild, and runs them. The check `bundlers` does so
// with what is built, which has the code of the pool's processes as a text.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { repositoryRoot } from "./workspaces.ts";

let folder = "";
beforeAll(() => {
  // Node finds the packages from here.
  folder = mkdtempSync(join(repositoryRoot, "apps/cli/node_modules/.bundled-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

async function outputOf(
  source: string,
  external: readonly string[],
  format: "esm" | "cjs" = "esm",
): Promise<string> {
  const extension = format === "esm" ? "mjs" : "cjs";
  const [entry, bundle] = [join(folder, "server.ts"), join(folder, `server.${extension}`)];
  writeFileSync(entry, source);
  await build({
    entryPoints: [entry],
    outfile: bundle,
    bundle: true,
    platform: "node",
    format,
    conditions: ["@ptc/source"],
    external: [...external],
    // The sources are newer than the syntax that Node runs.
    target: "node20",
    logLevel: "error",
    // The code handles a location that is missing.
    logOverride: { "empty-import-meta": "silent" },
  });
  const { stdout, stderr } = spawnSync(process.execPath, ["--conditions=@ptc/source", bundle], {
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  return stdout;
}

const pooled = `
  import { createPool } from "@ptc/lisp/node";
  await using pool = createPool({ size: 1 });
  const step = await pool.run("(* 6 7)");
  console.log(step.ok ? step.return : step.fail.reason + ": " + step.fail.message);`;

/** The same without `await` at the top, which CommonJS lacks. */
const pooledInCommonJs = `
  import { createPool } from "@ptc/lisp/node";
  void (async () => {
    await using pool = createPool({ size: 1 });
    const step = await pool.run("(* 6 7)");
    console.log(step.ok ? step.return : step.fail.reason + ": " + step.fail.message);
  })();`;

test("a bundled server uses a pool if @ptc/lisp is external", { tags: "full" }, async () => {
  expect(await outputOf(pooled, ["@ptc/lisp"])).toBe("42\n");
});

test("a bundle without the code of the pool's processes reports how to bundle it", async () => {
  expect(await outputOf(pooled, [])).toBe(
    "sandbox_failed: the process for the program could not be started: its module was not found. If a bundler wrote this server, keep @ptc/lisp external (esbuild: --external:@ptc/lisp, Next.js: serverExternalPackages)\n",
  );
});

test("no source of the pool has a `new URL` with a literal, for which Turbopack fails", () => {
  const folder = join(repositoryRoot, "packages/lisp/src/node");
  const found = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .filter((name) => /new URL\(\s*["'`]/.test(readFileSync(join(folder, name), "utf8")));
  expect(found).toEqual([]);
});

// The format of the server and the location of the package are independent.
test.runIf(process.env["PTC_TESTS"] !== undefined)(
  "a CommonJS server uses a pool if @ptc/lisp is external",
  async () => {
    expect(await outputOf(pooledInCommonJs, ["@ptc/lisp"], "cjs")).toBe("42\n");
  },
);

test("a CommonJS bundle without that code starts, and reports how to bundle it", async () => {
  expect(await outputOf(pooledInCommonJs, [], "cjs")).toMatch(
    /^sandbox_failed: [^\n]+ If a bundler wrote this server, keep @ptc\/lisp external \(esbuild: --external:@ptc\/lisp, /,
  );
});

test("programs run in a CommonJS bundle that contains everything", async () => {
  const source = `
    import { run as runProgram } from "@ptc/lisp";
    import { createPool } from "@ptc/lisp/node";
    import { run } from "@ptc/subagent";
    void (async () => {
      const [program, agent] = await Promise.all([
        runProgram("(+ 1 2)"),
        run("p", { llm: async () => "(return 4)" }),
      ]);
      console.log(typeof createPool, program.ok && program.return, agent.ok && agent.return);
    })();`;
  expect(await outputOf(source, [], "cjs")).toBe("function 3 4\n");
});

test("programs and agents run in a bundle that contains everything", async () => {
  const source = `
    import { run as runProgram } from "@ptc/lisp";
    import { run } from "@ptc/subagent";
    const [program, agent] = await Promise.all([
      runProgram("(+ 1 2)"),
      run("p", { llm: async () => "(return 4)" }),
    ]);
    console.log(program.ok && program.return, agent.ok && agent.return);`;
  expect(await outputOf(source, [])).toBe("3 4\n");
});
