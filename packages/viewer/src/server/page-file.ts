// The page that the build makes: one HTML file with its script and style inside. Data is added as
// JSON in a block that browsers don't execute.

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { LoadError, fileProblem } from "@ptc/core/internal/host";
import type { PageData } from "../page-data.ts";
import { dataMarker } from "./data-marker.ts";

/** In `dist`, the page is beside this module. In the sources, it is two folders above. */
const locations = ["./page.html", "../../dist/page.html"];
/** Builds the page. Only copies of the repository contain it. */
const builder = "../../write-page.ts";

/** Returns the built page. In a copy of the repository, builds it first. @throws LoadError */
export async function builtPage(): Promise<string> {
  const page = await foundPage();
  if (page !== undefined) return page;
  const script = pathOf(builder);
  if (!existsSync(script))
    throw new LoadError("the page of the viewer is missing: install it again");
  try {
    await promisify(execFile)(process.execPath, [script]);
  } catch (error) {
    throw new LoadError(`the page of the viewer can't be built: ${fileProblem(error)}`);
  }
  return (await foundPage()) ?? "";
}

async function foundPage(): Promise<string | undefined> {
  for (const location of locations)
    try {
      return await readFile(pathOf(location), "utf8");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  return undefined;
}

function pathOf(location: string): string {
  return fileURLToPath(new URL(location, import.meta.url));
}

/**
 * Returns the page with its data. A page of a server may connect to it; a page in a file can't
 * connect to anything.
 */
export function filledPage(page: string, data: PageData): string {
  // JSON has "<" only in texts, where this escape has the same meaning.
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  const block = `<script id="data" type="application/json">${json}</script>`;
  const filled = page.replace(dataMarker, () => block);
  return data.mode === "live"
    ? filled.replace("connect-src 'none'", () => "connect-src 'self'")
    : filled;
}

/** Returns the content security policy in the page, for the header of a server. */
export function policyOf(page: string): string {
  const [, policy = ""] =
    /http-equiv="Content-Security-Policy" content="([^"]*)"/i.exec(page) ?? [];
  return `${policy}; frame-ancestors 'none'`;
}
