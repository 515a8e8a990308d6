// Starts each server of `examples/web-servers`, and checks its answers, streams, approvals and
// refusals, and that hostile programs and clients don't end it.

import { join } from "node:path";
import type { CheckOutcome } from "./check.ts";
import { problemsOfDesk } from "./servers/desk-problems.ts";
import { startNext } from "./servers/next-server.ts";
import { startNodeServer, startProcess, type ServerProcess } from "./servers/node-servers.ts";
import { startWorker } from "./servers/worker-server.ts";

interface ServerKind {
  readonly name: string;
  readonly start: () => Promise<ServerProcess | undefined>;
  readonly streams: boolean;
  readonly noticesDisconnects: boolean;
}

const lambda = (file: string) => async (): Promise<ServerProcess> => {
  const script = join(import.meta.dirname, "servers/lambda-process.ts");
  return await startProcess(file, process.execPath, [script, file], {});
};

const kinds: readonly ServerKind[] = [
  {
    name: "Hono",
    start: () => startNodeServer("hono"),
    streams: true,
    noticesDisconnects: true,
  },
  {
    name: "Express",
    start: () => startNodeServer("express"),
    streams: true,
    noticesDisconnects: true,
  },
  { name: "Next.js", start: startNext, streams: true, noticesDisconnects: true },
  { name: "Worker", start: startWorker, streams: true, noticesDisconnects: true },
  {
    name: "Lambda that streams",
    start: lambda("lambda.ts"),
    streams: true,
    noticesDisconnects: false,
  },
  {
    name: "Lambda that buffers",
    start: lambda("lambda-buffered.ts"),
    streams: false,
    noticesDisconnects: false,
  },
];

export async function checkServers(): Promise<CheckOutcome> {
  const problems: string[] = [];
  const details: string[] = [];
  for (const { start, ...kind } of kinds) {
    const started = performance.now();
    const server = await start();
    if (server === undefined) {
      details.push(`${kind.name}: skipped: npm has no program for this machine`);
      continue;
    }
    const found = await problemsOfDesk({ ...kind, url: server.url });
    problems.push(...found, ...(await server.stop()));
    details.push(`${kind.name}: ${String(Math.round(performance.now() - started))} ms`);
  }
  if (problems.length > 0) return { status: "failed", problems: [...problems, ...details] };
  return {
    status: "passed",
    note: "streams, resumes, approvals, refusals, hostile programs and clients on every server",
    details,
  };
}
