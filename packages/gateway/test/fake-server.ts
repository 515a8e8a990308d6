// An MCP server without an SDK, whose modes and tools are mistakes and attacks. It runs as a child
// process: `node fake-server.ts MODE`.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const [mode = "plain"] = process.argv.slice(2);
const { API_TOKEN: token = "" } = process.env;

const tools = [
  {
    name: "echo",
    description: "Returns its text.",
    inputSchema: { type: "object", properties: { text: { type: "string" } } },
  },
  { name: "hang", inputSchema: { type: "object" } },
  { name: "large", inputSchema: { type: "object", properties: { bytes: { type: "integer" } } } },
  { name: "flood", inputSchema: { type: "object" } },
  { name: "endless", inputSchema: { type: "object" } },
  { name: "die", inputSchema: { type: "object" } },
  { name: "fail", inputSchema: { type: "object" } },
  { name: "environment", inputSchema: { type: "object" } },
  { name: "processes", inputSchema: { type: "object" } },
];

function send(message: object): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

function answer(id: number, text: string): void {
  send({ id, result: { content: [{ type: "text", text }] } });
}

function write(text: string): Promise<unknown> {
  return new Promise((resolve) => process.stdout.write(text, resolve));
}

type Arguments = Readonly<Record<string, unknown>>;

const calls: Readonly<Record<string, (id: number, given: Arguments) => unknown>> = {
  echo: (id, { text }) => {
    answer(id, String(text));
  },
  hang: () => undefined,
  large: async (id, { bytes }) => {
    const piece = "x".repeat(65_536);
    await write('{"jsonrpc":"2.0","result":{"content":[{"type":"text","text":"');
    for (let left = Number(bytes); left > 0; left -= piece.length) await write(piece);
    await write(`"}]},"id":${id}}\n`);
  },
  flood: async (id) => {
    const notification = { method: "notifications/message", params: { level: "info", data: "x" } };
    const line = `${JSON.stringify({ jsonrpc: "2.0", ...notification })}\n`;
    for (let count = 0; count < 3; count++) {
      await write(line.repeat(1_000));
      process.stderr.write("noise\n".repeat(5_000));
    }
    answer(id, "flooded");
  },
  endless: async () => {
    await write('{"jsonrpc":"2.0","result":"');
    for (;;) await write("y".repeat(65_536));
  },
  die: () => {
    process.kill(process.pid, "SIGKILL");
  },
  fail: (id) => {
    send({ id, error: { code: -32_603, message: `failed with ${token}` } });
  },
  environment: (id) => {
    answer(id, JSON.stringify(process.env));
  },
  processes: (id) => {
    // A child that outlives its parent unless somebody ends it.
    const child = spawn(process.execPath, ["-e", "setInterval(() => 0, 60_000)"], {
      stdio: "inherit",
    });
    answer(id, `${String(process.pid)} ${String(child.pid)}`);
  },
};

if (mode === "silent") setInterval(() => undefined, 60_000);
if (mode === "exits") {
  process.stderr.write(`it needs a token, not ${token}\n`);
  process.exit(3);
}
if (mode === "deaf") {
  // Ignores the end of its input and the polite signal.
  process.on("SIGTERM", () => undefined);
  setInterval(() => undefined, 60_000);
}
if (mode === "banner") process.stdout.write("Starting the server …\n\n");

interface Request {
  readonly id: number;
  readonly method: string;
  readonly params: { readonly protocolVersion: string; readonly name: string } & {
    readonly arguments?: Arguments;
  };
}

createInterface({ input: process.stdin }).on("line", (line) => {
  if (mode === "silent") return;
  const { id, method, params } = JSON.parse(line) as Request;
  if (method === "initialize")
    send({
      id,
      result: {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: { listChanged: true } },
        serverInfo: { name: "fake", version: "1.0.0" },
      },
    });
  else if (method === "tools/list") send({ id, result: { tools } });
  else if (method === "tools/call") void calls[params.name]?.(id, params.arguments ?? {});
});
