// Completes the built pages: empty corners of tables, and a content security policy. The policy
// allows scripts of the site, and the inline scripts of the page by their hashes; requests go to
// the site only. It is in the page, because a static host may not set headers.

import { createHash } from "node:crypto";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Pages that run programs: their workers start from blobs, so that they have this policy too. */
const withWorkers = /^(playground|be-the-model)\//;

export function completePages(folder: string): void {
  for (const file of globSync("**/*.html", { cwd: folder })) {
    const path = join(folder, file);
    // A corner without text is no header.
    const html = readFileSync(path, "utf8").replaceAll(/<th(?: align="\w+")?><\/th>/g, "<td></td>");
    const policy = policyOf(html, withWorkers.test(file.replaceAll("\\", "/")));
    const head = /<meta charset="utf-8"\s*\/?>/i;
    if (!head.test(html)) throw new Error(`${file} has no <meta charset>`);
    writeFileSync(
      path,
      html.replace(
        head,
        (meta) => `${meta}<meta http-equiv="Content-Security-Policy" content="${policy}">`,
      ),
    );
  }
}

/** Returns the policy for a page. */
export function policyOf(html: string, hasWorkers: boolean): string {
  const hashes = new Set(
    [...html.matchAll(/<script(?<attributes>[^>]*)>(?<code>[\s\S]*?)<\/script>/g)]
      .filter(({ groups }) => !/\ssrc=/.test(groups?.["attributes"] ?? ""))
      .map(({ groups }) => groups?.["code"] ?? "")
      .map((code) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`),
  );
  const blobs = hasWorkers ? " blob:" : "";
  return [
    "default-src 'none'",
    // The search is WebAssembly.
    `script-src 'self' 'wasm-unsafe-eval'${blobs} ${[...hashes].join(" ")}`.trimEnd(),
    `worker-src 'self'${blobs}`,
    // Code blocks have their colors in attributes.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}
