// Builds the page into one HTML file with its script and style inside, and a content security
// policy that allows only these two.

import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, type Rolldown } from "vite";

import { dataMarker } from "./src/server/data-marker.ts";

type RolldownOutput = { readonly output: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[] };

const root = join(import.meta.dirname, "src/page");

/** Writes `dist/page.html`. */
export async function buildPage(): Promise<void> {
  const { script, style } = await builtParts();
  const folder = join(import.meta.dirname, "dist");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "page.html"), pageOf(script, style));
}

async function builtParts(): Promise<{ readonly script: string; readonly style: string }> {
  const result: unknown = await build({
    root,
    configFile: false,
    logLevel: "warn",
    resolve: {
      // The sources of the workspace, so that no other package must be built first.
      conditions: ["@ptc/source", "browser", "module", "import", "default"],
      alias: {
        react: "preact/compat",
        "react-dom": "preact/compat",
        "react/jsx-runtime": "preact/jsx-runtime",
      },
    },
    oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
    build: {
      write: false,
      target: "es2023",
      cssCodeSplit: false,
      lib: {
        entry: join(root, "main.tsx"),
        formats: ["iife"],
        name: "viewer",
        cssFileName: "page",
      },
    },
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
  });
  // With one output and no watching, the result is the output or a list of it.
  const [{ output } = { output: [] }] = [result].flat() as RolldownOutput[];
  let script = "";
  let style = "";
  for (const part of output)
    if (part.type === "chunk") script += part.code;
    else if (part.fileName.endsWith(".css")) style += String(part.source);
  // The text `</script` would end the script wherever it occurs.
  return { script: script.replaceAll("</script", "<\\/script").trim(), style: style.trim() };
}

function pageOf(script: string, style: string): string {
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    "img-src data:",
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Runs</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<div id="app"></div>
${dataMarker}
<script>${script}</script>
</body>
</html>
`;
}

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
