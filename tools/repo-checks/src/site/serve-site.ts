// Serves the built site on this computer like a static host: index pages for folders, text
// compressed with gzip, and a page for missing addresses.

import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize, sep } from "node:path";
import { gzipSync } from "node:zlib";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".md": "text/markdown; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".svg": "image/svg+xml",
  ".webp": "image/webp",
  ".wasm": "application/wasm",
};
const compressed = /^(text\/|application\/json|image\/svg)/;

export interface ServedSite {
  /** Ends with `/`. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

export async function serveSite(folder: string): Promise<ServedSite> {
  const server = createServer(({ url = "/" }, response) => {
    const file = fileOf(folder, new URL(url, "http://site").pathname);
    if (file === undefined) send(response, 404, join(folder, "404.html"));
    else send(response, 200, file);
  });
  await new Promise<void>((resolve, reject) =>
    server.on("error", reject).listen(0, "127.0.0.1", resolve),
  );
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Returns the file of an address below the folder, or undefined. */
export function fileOf(folder: string, path: string): string | undefined {
  const file = normalize(join(folder, decodeURIComponent(path)));
  if (!`${file}${sep}`.startsWith(`${folder}${sep}`) || !existsSync(file)) return undefined;
  if (!statSync(file).isDirectory()) return file;
  const index = join(file, "index.html");
  return existsSync(index) ? index : undefined;
}

function send(response: ServerResponse, status: number, file: string): void {
  const type = types[extname(file)] ?? "application/octet-stream";
  const content = readFileSync(file);
  const isCompressed = compressed.test(type);
  response.writeHead(status, {
    "content-type": type,
    ...(isCompressed ? { "content-encoding": "gzip" } : {}),
  });
  response.end(isCompressed ? gzipSync(content) : content);
}
