// Serves a handler of AWS Lambda in `examples/web-servers` as a function URL does: it reads the
// whole request, calls the handler with an event, and sends what the handler writes. A process of
// its own: node lambda-process.ts lambda.ts

import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { webServersFolder } from "./node-servers.ts";

interface Buffered {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const runtime = {
  streamifyResponse: (handler: unknown) => handler,
  HttpResponseStream: {
    from: (stream: ServerResponse, head: Buffered): ServerResponse =>
      stream.writeHead(head.statusCode, head.headers),
  },
};
Object.assign(globalThis, { awslambda: runtime });

const [file = ""] = process.argv.slice(2);
const { handler } = (await import(join(webServersFolder, "src", file))) as {
  readonly handler: (event: object, stream: ServerResponse) => Promise<Buffered | undefined>;
};

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await buffer(request);
  const answer = await handler(
    {
      rawPath: request.url ?? "/",
      headers: request.headers,
      body: body.toString("base64"),
      isBase64Encoded: true,
      requestContext: { http: { method: request.method } },
    },
    response,
  );
  if (answer !== undefined) response.writeHead(answer.statusCode, answer.headers).end(answer.body);
}

const server = createServer((request, response) => {
  // Lambda has no handler for a client that disconnects while it sends or reads.
  serve(request, response).catch(() => response.destroy());
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
console.log(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}`);
process.once("SIGTERM", () => server.close());
