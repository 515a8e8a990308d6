// Builds the page and serves it until the process is stopped.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildPage } from "./build-page.ts";
import { serveFolder } from "./serve-folder.ts";

const folder = mkdtempSync(join(tmpdir(), "ptc-browser-page-"));
await buildPage(folder);
const { url } = await serveFolder(folder, 8080);
console.log(`The page is at ${url} (Ctrl-C ends this).`);
