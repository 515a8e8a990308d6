// A server on this machine that responds to each request with the same stream, and stores the
// requests.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface SentRequest {
  readonly path: string;
  readonly body: unknown;
}

export interface LoopbackServer {
  readonly baseUrl: string;
  readonly requests: readonly SentRequest[];
  readonly close: () => void;
}

export async function serve(
  contentType: string,
  events: readonly string[],
): Promise<LoopbackServer> {
  const requests: SentRequest[] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8");
    request.on("data", (piece: string) => {
      text += piece;
    });
    request.on("end", () => {
      requests.push({ path: request.url ?? "", body: JSON.parse(text) });
      response.writeHead(200, { "content-type": contentType });
      for (const event of events) response.write(event);
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${String(port)}`,
    requests,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
