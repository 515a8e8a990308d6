// `npm start -- examples/NAME`: finds the command of an example. A folder with `src/main.ts` is a
// program of its own; any other example is a mission for `ptc run`.
import { existsSync, readdirSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { ROOT } from "./places.mjs";
import { BootstrapError } from "./step.mjs";

/** Runs TypeScript from the sources, which needs no build. */
const NODE = ["node", "--conditions=@ptc/source"];

/** The command line from its sources. */
const PTC = [...NODE, "apps/cli/bin/ptc.js"];

const DEFAULT_EXAMPLE = "dependency-audit";

/** @returns {readonly string[]} the names of all examples */
export function exampleNames() {
  return readdirSync(join(ROOT, "examples"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
    .map(({ name }) => name)
    .sort();
}

/**
 * Returns the command for the arguments of `npm start`. The first argument names an example, as
 * `examples/NAME` or `NAME`; options alone are for the default example.
 * @param {readonly string[]} startArguments
 * @returns {readonly string[]}
 */
export function exampleCommand([first = DEFAULT_EXAMPLE, ...others]) {
  if (first.startsWith("-")) return exampleCommand([DEFAULT_EXAMPLE, first, ...others]);
  const names = exampleNames();
  const name = basename(first);
  const folder = join(ROOT, "examples", name);
  if (!names.includes(name) || (first !== name && resolve(ROOT, first) !== folder))
    throw new BootstrapError(
      `Unknown example "${first}". Use one of these:\n${names.map((known) => `  npm start -- examples/${known}`).join("\n")}`,
    );
  const main = `examples/${name}/src/main.ts`;
  if (!existsSync(join(ROOT, main))) return [...PTC, "run", `examples/${name}`, ...others];
  if (others.length > 0)
    throw new BootstrapError(
      `examples/${name} takes no arguments, but got ${others.join(" ")}. Its README.md shows what it runs.`,
    );
  return [...NODE, main];
}
