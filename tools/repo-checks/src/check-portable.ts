// Checks that portable packages run on any host. Their built files bundle without Node's built-ins,
// and load in a bare realm (no timers, fetch, process, clock, random numbers or code from strings),
// so importing them does no work.
import { build, type BuildFailure } from "esbuild";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { outcomeOf, type CheckOutcome } from "./check.ts";
import { memberOf, readLayerTable } from "./layer-table.ts";
import { listWorkspaces, repositoryRoot, subpathsOf } from "./workspaces.ts";

export async function checkPortable(): Promise<CheckOutcome> {
  const table = readLayerTable();
  const entries = listWorkspaces()
    .filter(({ folder }) => memberOf(table, folder)?.portable === true)
    .flatMap(subpathsOf)
    .filter(({ source }) => !source.includes("/src/node/"));
  const problems: string[] = [];
  for (const { specifier, built } of entries) {
    problems.push(...(await problemsOfEntry(specifier, join(repositoryRoot, built))));
  }
  return outcomeOf(problems, `${String(entries.length)} entries`);
}

/** Returns the problems that make one built file not portable. */
export async function problemsOfEntry(specifier: string, file: string): Promise<readonly string[]> {
  if (!existsSync(file)) return [`${specifier}: not built`];
  let code: string;
  try {
    const { outputFiles } = await build({
      entryPoints: [file],
      bundle: true,
      write: false,
      format: "iife",
      platform: "browser",
      target: "es2023",
      logLevel: "silent",
    });
    code = outputFiles[0]?.text ?? "";
  } catch (error) {
    return (error as BuildFailure).errors.map(
      ({ text, location }) => `${specifier}: ${text} (${location?.file ?? "?"})`,
    );
  }
  try {
    importInBareRealm(code, globalsOfOthers.get(specifier));
    return [];
  } catch (error) {
    return [`${specifier}: does work at import: ${String(error)}`];
  }
}

/** Globals of the host that libraries of others use at import. */
const globalsOfOthers: ReadonlyMap<string, object> = new Map([
  // The SDK of MCP servers, a peer that the application installs, makes constant addresses.
  ["@ptc/mcp/server", { URL }],
]);

/** Runs a bundle in a realm with only the language itself, whose clock and random numbers throw. */
function importInBareRealm(code: string, globals: object = {}): void {
  const realm = createContext(Object.assign(Object.create(null) as object, globals), {
    codeGeneration: { strings: false, wasm: false },
  });
  const poison = `
    const refuse = (name) => () => { throw new Error(name + " was called"); };
    Math.random = refuse("Math.random");
    globalThis.Date = new Proxy(Date, { apply: refuse("Date"), construct: refuse("new Date"), get: (date, key) => key === "now" ? refuse("Date.now") : date[key] });
  `;
  runInContext(poison, realm);
  runInContext(code, realm, { timeout: 5_000 });
}
