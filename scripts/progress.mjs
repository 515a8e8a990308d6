// Describes the progress of a bootstrap step in a few words, from the end of its program's output
// so far. The text is empty for programs that print no progress.

/**
 * Reads pnpm's lines "Packages: +331" and "Progress: resolved 324, reused 120, downloaded 4, added
 * 124".
 * @param {string} output
 */
export function installProgress(output) {
  const wanted = [...output.matchAll(/^Packages: \+(\d+)/gm)].at(-1)?.[1];
  const [, resolved = "", downloaded = "", added = ""] =
    [
      ...output.matchAll(/^Progress: resolved (\d+), reused \d+, downloaded (\d+), added (\d+)/gm),
    ].at(-1) ?? [];
  return added === ""
    ? ""
    : `${added} of ${wanted ?? resolved} packages, ${downloaded} of them downloaded`;
}

/**
 * Reads turbo's lines "@ptc/core:build: cache miss, executing 1898fb5a5ff85211".
 * @param {string} output
 */
export function buildProgress(output) {
  const begun = [...output.matchAll(/^(\S+):build: cache miss/gm)].map(([, name = ""]) => name);
  return begun.length === 0
    ? ""
    : `${begun.at(-1) ?? ""}, package ${begun.length} of those that changed`;
}
