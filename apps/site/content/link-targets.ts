// Resolves the links of the repository's documents to addresses of the site. A link to a file
// without a page points to the repository. A link to a missing file is an error.

import { existsSync, statSync } from "node:fs";
import { join, posix } from "node:path";

export interface LinkPlaces {
  readonly root: string;
  readonly base: string;
  readonly repositoryUrl: string;
  /** Address of each page by its source: `docs/guides/tools.md` -> `guides/tools`. */
  readonly slugs: ReadonlyMap<string, string>;
  /** Addresses of parts of a source that became pages: `docs/reference/functions.md#arithmetic`. */
  readonly parts: ReadonlyMap<string, string>;
}

/** Returns the address for a link in `source`, with `ending` after the path of a page. */
export function linkTarget(
  places: LinkPlaces,
  source: string,
  target: string,
  ending: "/" | ".md",
): string {
  const local = withoutRepository(places, target);
  if (/^[a-z][a-z+.-]*:/i.test(local) || local.startsWith("//")) return target;
  const [path = "", fragment] = local.split("#", 2);
  // The repository shows the README of a folder there.
  const hash = fragment === undefined || fragment === "readme" ? "" : `#${fragment}`;
  const file = path.startsWith("/")
    ? path.slice(1)
    : path === ""
      ? source
      : posix.join(posix.dirname(source), path);
  const part = places.parts.get(`${file}${hash}`);
  if (part !== undefined) return `${places.base}${part}${ending}`;
  if (path === "") return target;
  const slug = slugOf(places, file);
  if (slug !== undefined)
    return slug === ""
      ? `${places.base}${hash}`
      : `${places.base}${slug}${ending}${ending === "/" ? hash : ""}`;
  const real = join(places.root, file);
  if (file.startsWith("..") || !existsSync(real))
    throw new Error(`${source}: the link ${target} leads to no file`);
  return `${places.repositoryUrl}/${statSync(real).isDirectory() ? "tree" : "blob"}/main/${file.replace(/\/$/, "")}${hash}`;
}

/** A link to the repository at `main` becomes a path from its root. */
function withoutRepository({ repositoryUrl }: LinkPlaces, target: string): string {
  for (const kind of ["blob", "tree"]) {
    const prefix = `${repositoryUrl}/${kind}/main/`;
    if (target.startsWith(prefix)) return `/${target.slice(prefix.length)}`;
  }
  return target;
}

function slugOf({ slugs }: LinkPlaces, file: string): string | undefined {
  const path = file.replace(/\/$/, "");
  return slugs.get(path) ?? slugs.get(`${path}/README.md`);
}
