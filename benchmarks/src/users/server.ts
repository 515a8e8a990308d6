// A real HTTP server for programs of many users, in a process of its own. It sends its port to its
// parent. With the argument `unlimited`, runs go to the pool directly, in the order of arrival.

import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { toJson } from "@ptc/lisp";
import { createEvaluator, type Refusal } from "@ptc/lisp/evaluator";
import { createPool } from "@ptc/lisp/node";
import { orders } from "../programs.ts";

const pool = createPool({ size: 2, memoryMb: 128 });
const context = pool.share({ orders: orders(50) });
const limits = { steps: 1_000_000, memoryBytes: 20_000_000, timeoutMs: 500 };
const evaluator = createEvaluator({
  pool,
  perUser: { steps: 6_000_000, bytes: 500_000_000, concurrent: 1, perMinute: 1_200, waiting: 20 },
});
const isLimited = !process.argv.includes("unlimited");
/** A refused client that doesn't wait is kept waiting, so that its retries cost little. */
const longestDelayMs = 1_000;

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

const server = createServer((request, response) => {
  void (async () => {
    const program = await bodyOf(request);
    const user = String(request.headers["x-user"]);
    const step = isLimited
      ? await evaluator.run(program, { user, limits, context })
      : await pool.run(program, { limits, context });
    if (step.status === "refused") {
      const { retryAfterMs }: Refusal = step;
      await pause(Math.min(longestDelayMs, retryAfterMs));
      response.writeHead(429, { "retry-after": String(Math.ceil(retryAfterMs / 1_000)) });
      response.end();
      return;
    }
    response.writeHead(step.ok ? 200 : 422, { "content-type": "application/json" });
    response.end(toJson(step.ok ? step.return : step.fail.reason));
  })().catch((error: unknown) => {
    response.destroy(error instanceof Error ? error : undefined);
  });
});
// Idle connections stay open between requests.
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => {
  process.send?.((server.address() as AddressInfo).port);
});
process.once("disconnect", () => {
  process.exit();
});
