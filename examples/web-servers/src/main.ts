// Starts the Hono server, and plays a client: it asks for a refund, loses its connection, returns,
// approves the call, and reads the answer. npm start -- examples/web-servers

import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { readEventStream, type StreamedEvent } from "@ptc/subagent/streams";
import { listen } from "./hono.ts";

const server = listen(0);
await once(server, "listening");
const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
const post = (path: string, body: object) => async (init: RequestInit) =>
  await fetch(url + path, { ...init, method: "POST", body: JSON.stringify(body) });

function shown({ type, data }: StreamedEvent): string {
  return type === "mission-end" ? `${type} ${JSON.stringify(data.return)}` : type;
}

let run = "";
let lastEventId = "";
const ask = async (init: RequestInit): Promise<Response> => {
  const response = await post("/runs", { question: "Refund order 7." })(init);
  run = response.headers.get("location") ?? "";
  return response;
};
for await (const event of readEventStream(ask, { onId: (id) => (lastEventId = id) })) {
  console.log(`  ${shown(event)}`);
  if (event.type === "turn-start") break;
}

console.log(`The client lost its connection, and continues after ${lastEventId}.`);
let call = "";
const follow = (init: RequestInit) => fetch(url + run, init);
for await (const event of readEventStream(follow, { lastEventId })) {
  console.log(`  ${shown(event)}`);
  if (event.type === "approval-requested") call = event.data.id;
}

console.log("The customer approves the call.");
for await (const event of readEventStream(post(`${run}/decisions`, { [call]: true })))
  console.log(`  ${shown(event)}`);
server.close();
