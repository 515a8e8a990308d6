// Starts a server: node src/start.ts hono 8080

import { once } from "node:events";
import type { AddressInfo } from "node:net";

const servers = new Map([
  ["hono", () => import("./hono.ts")],
  ["express", () => import("./express.ts")],
]);
const [name = "hono", port = "8080"] = process.argv.slice(2);
const load = servers.get(name);
if (load === undefined) throw new Error(`unknown server ${name}: hono or express`);
const server = (await load()).listen(Number(port));
await once(server, "listening");
console.log(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}`);
process.once("SIGTERM", () => server.close());
