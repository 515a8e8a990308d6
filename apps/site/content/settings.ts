// The settings of the site: where it is served, and the repository that its links point to.

import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The root folder of the repository. */
export const repositoryRoot = join(import.meta.dirname, "../../..");

/** The folder for what the content step writes and Astro reads. */
export const contentFolder = join(import.meta.dirname, "../.cache/content");

/** The files that the site serves as they are. */
export const staticFolder = join(import.meta.dirname, "../static");

/** The folder of the built site. */
export const siteFolder = join(import.meta.dirname, "../dist");

export interface SiteSettings {
  /** `https://host/path` without a final slash; undefined while the site has no address. */
  readonly siteUrl: string | undefined;
  /** The path of the start page: `/`, or `/path/` on a host with several sites. */
  readonly base: string;
  /** `https://github.com/owner/name` */
  readonly repositoryUrl: string;
}

/**
 * Reads the settings: the address from PTC_SITE_URL, and the repository from the manifest of
 * `@ptc/lisp`.
 */
export function readSettings(
  environment: Readonly<Record<string, string | undefined>>,
): SiteSettings {
  const address = environment["PTC_SITE_URL"];
  const url = address === undefined || address === "" ? undefined : new URL(address);
  const path = url?.pathname.replace(/\/$/, "") ?? "";
  return {
    siteUrl: url === undefined ? undefined : `${url.origin}${path}`,
    base: `${path}/`,
    repositoryUrl: repositoryUrl(),
  };
}

function repositoryUrl(): string {
  const manifest = JSON.parse(
    readFileSync(join(repositoryRoot, "packages/lisp/package.json"), "utf8"),
  ) as { readonly repository: { readonly url: string } };
  return manifest.repository.url.replace(/^git\+/, "").replace(/\.git$/, "");
}
