// Opens upstreams for a test, and closes them at its end.

import type { Tools } from "@ptc/core/contracts";
import { run } from "@ptc/lisp";
import { run as mission } from "@ptc/subagent";
import { Client } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { onTestFinished } from "vitest";
import {
  openUpstreams,
  parseConfiguration,
  type Gateway,
  type PinnedTools,
  type PinStore,
  type Upstreams,
  type UpstreamsOptions,
} from "../src/index.ts";
import type { MemoryServer } from "./memory-server.ts";

/** A store of approved tools in memory. */
export function memoryPins(): PinStore & { readonly pinned: Map<string, PinnedTools> } {
  const pinned = new Map<string, PinnedTools>();
  return {
    pinned,
    read: (upstream) => Promise.resolve(pinned.get(upstream)),
    write: (upstream, tools) => {
      pinned.set(upstream, tools);
      return Promise.resolve();
    },
  };
}

/** Opens the upstreams of a configuration. */
export function opened(configuration: object, options: UpstreamsOptions = {}): Upstreams {
  const upstreams = openUpstreams(
    parseConfiguration(JSON.stringify(configuration), { folder: import.meta.dirname }),
    { pins: memoryPins(), ...options },
  );
  onTestFinished(() => upstreams.close());
  return upstreams;
}

/** Opens upstreams that are servers in this process. The command of each is its name. */
export function openedServers(
  servers: Readonly<Record<string, MemoryServer>>,
  { settings = {}, ...options }: UpstreamsOptions & { readonly settings?: object } = {},
): Upstreams {
  const names = Object.keys(servers);
  const upstreams = Object.fromEntries(names.map((name) => [name, { command: name }]));
  return opened(
    { policy: { approve: "none" }, upstreams, ...settings },
    { transportOf: ({ name }) => servers[name]?.connect(), ...options },
  );
}

/** Returns a connected client of a gateway, and closes both at the end of the test. */
export async function clientOf(gateway: Gateway): Promise<Client> {
  const [there, here] = InMemoryTransport.createLinkedPair();
  await gateway.serverFor("me").connect(there);
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(here);
  onTestFinished(async () => {
    await client.close();
    await gateway.close();
  });
  return client;
}

/**
 * Runs a program, and returns its result, the message of its failure, or the names of the calls
 * that wait for an approval.
 */
export async function result(program: string, tools: Tools): Promise<unknown> {
  const step = await run(program, { tools });
  if (step.ok) return step.return;
  return step.status === "waiting"
    ? `waits: ${step.pending.map(({ tool }) => tool).join()}`
    : step.fail.message;
}

/** Returns the data of the failure of a program. */
export async function failureData(program: string, tools: Tools): Promise<unknown> {
  const step = await run(program, { tools });
  if (step.ok || step.status === "waiting") throw new Error("the program did not fail");
  return step.fail.details?.data;
}

/** The same for tools with signatures, which need an agent. The model answers with the program. */
export async function missionResult(program: string, tools: Tools): Promise<unknown> {
  const llm = (): Promise<string> => Promise.resolve(`(return ${program})`);
  const step = await mission("Run it.", { tools, llm, maxTurns: 1 });
  if (step.ok) return step.return;
  return step.status === "waiting"
    ? `waits: ${step.pending.map(({ tool }) => tool).join()}`
    : step.fail.message;
}
