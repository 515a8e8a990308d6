// Web pages in Chromium that try to reach the server on this computer.

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { inChromium } from "../hosts/run-in-chromium.ts";
import { allowedOrigin } from "./upstream-folder.ts";

/** The result of a page: the status and the session, or that the browser refused. */
const script = `async (url) => {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: {
    protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "page", version: "1" } } });
  const tried = async (headers, mode) => {
    try {
      const response = await fetch(url, { method: "POST", mode, body, headers });
      return response.type === "opaque" ? "opaque" : response.status + " " + (response.headers.get("mcp-session-id") !== null);
    } catch { return "refused"; }
  };
  return [
    await tried({ "content-type": "application/json", accept: "application/json, text/event-stream" }, "cors"),
    await tried({ "content-type": "text/plain" }, "no-cors"),
  ];
}`;

/** Opens pages of several origins. Returns the problems. */
export async function problemsOfPages(executable: string, url: string): Promise<readonly string[]> {
  const pages = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>p</title>");
  }).listen(0, "127.0.0.1");
  await once(pages, "listening");
  const { port } = pages.address() as AddressInfo;
  const { port: serverPort } = new URL(url);
  const rules = `MAP app.test:80 127.0.0.1:${String(port)}, MAP evil.test:80 127.0.0.1:${String(port)}, MAP evil.test:${serverPort} 127.0.0.1:${serverPort}`;
  try {
    return await inChromium(
      executable,
      async (page) => {
        const got = {
          allowed: await tried(page, allowedOrigin, url),
          other: await tried(page, "http://evil.test", url),
          rebound: await tried(page, "http://evil.test", `http://evil.test:${serverPort}/mcp`),
        };
        // `no-cors` requests reach the server, which refuses them; their answers are opaque.
        const wanted = {
          allowed: ["200 true", "opaque"],
          other: ["refused", "opaque"],
          rebound: ["refused", "opaque"],
        };
        return JSON.stringify(got) === JSON.stringify(wanted)
          ? []
          : [`pages got ${JSON.stringify(got)}, expected ${JSON.stringify(wanted)}`];
      },
      [`--host-resolver-rules=${rules}`],
    );
  } finally {
    pages.closeAllConnections();
    pages.close();
  }
}

async function tried(page: Page, origin: string, url: string): Promise<unknown> {
  await page.goto(`${origin}/`);
  return await page.evaluate(`(${script})(${JSON.stringify(url)})`);
}
