// Serves the files of one folder, on this machine only.
import { readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
};

export interface Served {
  readonly url: string;
  /** The names of all requested files so far. */
  readonly asked: readonly string[];
  stop(): Promise<void>;
}

/** Serves `folder` on `port`; port 0 means any free port. */
export async function serveFolder(folder: string, port = 0): Promise<Served> {
  const files = new Map(
    readdirSync(folder).map((name) => [`/${name}`, readFileSync(join(folder, name))]),
  );
  const asked: string[] = [];
  const server = createServer(({ url = "/" }, response) => {
    const path = url === "/" ? "/index.html" : url;
    const content = files.get(path);
    asked.push(path.slice(1));
    response.writeHead(content === undefined ? 404 : 200, {
      "content-type": types[extname(path)] ?? "text/plain",
    });
    response.end(content);
  });
  await new Promise<void>((resolve, reject) =>
    server.on("error", reject).listen(port, "127.0.0.1", resolve),
  );
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`,
    asked,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
