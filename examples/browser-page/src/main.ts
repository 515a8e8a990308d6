// Builds the page and serves it until the process is stopped.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildPage } from "./build-page.ts";
import { serveFolder } from "./serve-folder.ts";

const usualPort = 8080;

const folder = mkdtempSync(join(tmpdir(), "ptc-browser-page-"));
await buildPage(folder);
const { url } = await serveFolder(folder, usualPort).catch((error: unknown) => {
  if (!(error instanceof Error && "code" in error && error.code === "EADDRINUSE")) throw error;
  // Another program uses the port, so any free one will do.
  return serveFolder(folder);
});
console.log(`The page is at ${url} (Ctrl-C ends this).`);
