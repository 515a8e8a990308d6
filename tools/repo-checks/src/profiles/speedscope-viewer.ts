// Opens a profile in speedscope's static viewer, in Chromium without a network.

import { readFileSync } from "node:fs";
import { extname, join, normalize } from "node:path";
import type { SpeedscopeFile } from "@ptc/tracer";
import { inChromium } from "../hosts/run-in-chromium.ts";
import { speedscopeFolder } from "./speedscope-schema.ts";

const origin = "https://speedscope.test";
const types: ReadonlyMap<string, string> = new Map([
  [".html", "text/html"],
  [".js", "text/javascript"],
  [".css", "text/css"],
  [".wasm", "application/wasm"],
]);
const waitMs = 30_000;

/** Returns the errors of the page, and the titles that it doesn't show. */
export async function viewerProblems(
  executable: string,
  profile: SpeedscopeFile,
): Promise<readonly string[]> {
  return await inChromium(executable, async (page) => {
    const problems: string[] = [];
    page.on("pageerror", (error) => problems.push(`speedscope: ${error.message}`));
    await page.route("**", async (route) => {
      const { pathname, origin: asked } = new URL(route.request().url());
      if (asked !== origin) {
        await route.abort();
      } else if (pathname === "/profile.json") {
        await route.fulfill({ contentType: "application/json", body: JSON.stringify(profile) });
      } else {
        const file = join(speedscopeFolder, normalize(pathname));
        const contentType = types.get(extname(file)) ?? "application/octet-stream";
        await route.fulfill({ contentType, body: readFileSync(file) });
      }
    });
    const hash = `profileURL=${encodeURIComponent(`${origin}/profile.json`)}`;
    await page.goto(`${origin}/index.html#${hash}`);
    const [first] = profile.profiles;
    const title = `${profile.name} - ${first?.name ?? ""}`;
    try {
      // The viewer shows the name of the first profile once it has read the file.
      await page
        .getByText(first?.name ?? "", { exact: false })
        .first()
        .waitFor({ timeout: waitMs });
    } catch {
      const shown = await page.locator("body").innerText();
      problems.push(
        `speedscope doesn't show ${JSON.stringify(title)}, but ${JSON.stringify(shown)}`,
      );
    }
    return problems;
  });
}
