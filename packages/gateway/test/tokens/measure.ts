// Plays the ten tasks with real servers in both ways, and counts the tokens that a model would read
// and write. A request has the list of tools, the question, and all calls and results so far.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { openGateway, parseConfiguration } from "../../src/index.ts";
import { graph, writeWorld } from "./orders-world.ts";
import { tenTasks, type DirectCall, type Task } from "./ten-tasks.ts";

/** The tokens that the model read and wrote, and its requests. */
export interface Cost {
  readonly tokens: number;
  readonly requests: number;
}

export interface Measured {
  readonly question: string;
  readonly direct: Cost;
  readonly program: Cost;
}

export interface Measurement {
  /** The tokens of the lists of tools, which each request has. */
  readonly directTools: number;
  readonly programTools: number;
  readonly tasks: readonly Measured[];
}

const servers = join(import.meta.dirname, "../../node_modules/@modelcontextprotocol");

type Client2 = Pick<Client, "listTools" | "callTool">;

/** Starts the servers and plays all tasks. @throws Error if a program returns another value */
export async function measure(): Promise<Measurement> {
  const folder = mkdtempSync(join(tmpdir(), "ptc-tokens-"));
  const world = join(folder, "world");
  writeWorld(world);
  const commands = {
    files: [join(servers, "server-filesystem/dist/index.js"), world],
    graph: [join(servers, "server-memory/dist/index.js")],
    everything: [join(servers, "server-everything/dist/index.js")],
  };
  const env = { MEMORY_FILE_PATH: join(folder, "graph.jsonl") };
  const direct: Record<DirectCall["server"], Client> = {
    files: newClient(),
    graph: newClient(),
    everything: newClient(),
  };
  const gateway = await openGateway(
    parseConfiguration(
      JSON.stringify({
        policy: { approve: "none" },
        upstreams: Object.fromEntries(
          Object.entries(commands).map(([name, args]) => [
            name,
            { command: process.execPath, args, ...(name === "graph" ? { env } : {}) },
          ]),
        ),
      }),
      { folder },
    ),
  );
  const programs = newClient();
  try {
    for (const [name, client] of Object.entries(direct) as [DirectCall["server"], Client][])
      await client.connect(
        new StdioClientTransport({
          command: process.execPath,
          args: commands[name],
          cwd: world,
          stderr: "ignore",
          env: { ...env },
        }),
      );
    await direct.graph.callTool({
      name: "create_entities",
      arguments: { entities: graph.entities },
    });
    await direct.graph.callTool({
      name: "create_relations",
      arguments: { relations: graph.relations },
    });
    await gateway.upstreams.start();
    const [there, here] = InMemoryTransport.createLinkedPair();
    await gateway.serverFor("me").connect(there);
    await programs.connect(here);
    const directTools = tokensOf(await Promise.all(Object.values(direct).map(listed)));
    const programTools = tokensOf(await listed(programs));
    const tasks: Measured[] = [];
    for (const task of tenTasks)
      tasks.push({
        question: task.question,
        direct: await directCost(task, direct, directTools),
        program: await programCost(task, programs, programTools),
      });
    return { directTools, programTools, tasks };
  } finally {
    await Promise.all([programs, ...Object.values(direct)].map((client) => client.close()));
    await gateway.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function newClient(): Client {
  return new Client({ name: "measure", version: "1.0.0" });
}

/** Returns the parts of each tool that a model gets. */
async function listed(client: Client2): Promise<unknown> {
  const { tools } = await client.listTools();
  return tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
}

function tokensOf(value: unknown): number {
  return encode(typeof value === "string" ? value : JSON.stringify(value)).length;
}

/** The cost of a conversation of calls and results. */
class Conversation {
  private context: number;
  private tokens = 0;
  private requests = 0;

  constructor(tools: number, question: string) {
    this.context = tools + tokensOf(question);
  }

  /** The model reads everything so far, and writes. */
  write(text: unknown): void {
    const written = tokensOf(text);
    this.tokens += this.context + written;
    this.context += written;
    this.requests += 1;
  }

  read(result: unknown): void {
    this.context += tokensOf(result);
  }

  get cost(): Cost {
    return { tokens: this.tokens, requests: this.requests };
  }
}

async function directCost(
  { question, direct, value }: Task,
  clients: Readonly<Record<DirectCall["server"], Client2>>,
  tools: number,
): Promise<Cost> {
  const conversation = new Conversation(tools, question);
  for (const calls of direct) {
    conversation.write(calls.map(({ tool, arguments: args }) => ({ name: tool, arguments: args })));
    for (const { server, tool, arguments: args } of calls)
      conversation.read(
        textOf(await clients[server].callTool({ name: tool, arguments: { ...args } })),
      );
  }
  conversation.write(value);
  return conversation.cost;
}

async function programCost(
  { question, search, program, value }: Task,
  client: Client2,
  tools: number,
): Promise<Cost> {
  const conversation = new Conversation(tools, question);
  for (const call of [
    { name: "search_tools", arguments: { query: search } },
    { name: "lisp_eval", arguments: { program } },
  ]) {
    conversation.write([call]);
    const result = await client.callTool(call);
    conversation.read(textOf(result));
    const answered = (result.structuredContent ?? {}) as { readonly value?: unknown };
    if (call.name === "lisp_eval" && !isDeepStrictEqual(answered.value, value))
      throw new Error(`${question} expected ${JSON.stringify(value)}: ${textOf(result)}`);
  }
  conversation.write(value);
  return conversation.cost;
}

function textOf({ content }: Awaited<ReturnType<Client["callTool"]>>): string {
  return content.map((part) => (part.type === "text" ? part.text : part.type)).join("\n");
}
