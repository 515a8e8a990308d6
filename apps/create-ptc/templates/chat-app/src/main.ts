// Serves the page with Vite, and the chat, on this computer only.

import { createServer } from "node:http";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { createServer as createVite } from "vite";
import { providerModel, recordedModel } from "./model.ts";
import { chatHandler } from "./server.ts";

const port = Number(process.env.PORT ?? 5173);
const model = providerModel();
if (model === undefined) console.log("There is no key in .env, so recorded answers are used.");
const chat = chatHandler(() => model ?? recordedModel());
const vite = await createVite({ server: { middlewareMode: true }, appType: "spa" });

createServer((request, response) => {
  if (request.method !== "POST" || request.url !== "/chat") {
    vite.middlewares(request, response);
    return;
  }
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const body = Readable.toWeb(request) as unknown as BodyInit;
  const init = { method: "POST", body, signal: gone.signal, duplex: "half" } as RequestInit;
  chat(new Request(`http://127.0.0.1:${port}/chat`, init)).then(
    (answer) => {
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      if (answer.body === null) response.end();
      else Readable.fromWeb(answer.body as ReadableStream).pipe(response);
    },
    () => response.writeHead(500).end(),
  );
}).listen(port, "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${port}`);
});
