// Three published servers, a document and a module at once, over stdio and HTTP. Takes seconds of
// processor time, so it runs with PTC_TESTS only.

import { spawn } from "node:child_process";
import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readConfiguration, openUpstreams } from "../src/index.ts";
import { missionResult } from "./opened.ts";

const require = createRequire(import.meta.url);

/** Returns the file of the command of a package, by its package.json. */
function commandOf(manifest: string): string {
  return join(dirname(manifest), "dist/index.js");
}

const everything = commandOf(
  require.resolve("@modelcontextprotocol/server-everything/package.json"),
);
const files = commandOf(require.resolve("@modelcontextprotocol/server-filesystem/package.json"));
const memory = commandOf(require.resolve("@modelcontextprotocol/server-memory/package.json"));

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts server-everything over HTTP, and returns its URL once it listens. */
async function everythingOverHttp(): Promise<string> {
  const port = await freePort();
  const child = spawn(process.execPath, [everything, "streamableHttp"], {
    env: { ...process.env, PORT: String(port) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  await new Promise<void>((resolve, reject) => {
    child.stderr.on("data", (text: Buffer) => {
      if (text.toString().includes("listening")) resolve();
    });
    child.once("exit", () => {
      reject(new Error("server-everything ended"));
    });
  });
  return `http://127.0.0.1:${String(port)}/mcp`;
}

test.runIf(process.env["PTC_TESTS"] !== undefined)(
  "a program joins the tools of three published servers, a document and a module",
  async () => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), "ptc-real-")));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, "note.txt"), "forty-two");
    await writeFile(
      join(folder, "tools.ts"),
      "export const tools = { double: ({ n }: { n: number }): number => 2 * n };",
    );
    const server = (...args: readonly string[]) => ({ command: process.execPath, args });
    await writeFile(
      join(folder, "ptc.json"),
      JSON.stringify({
        policy: { approve: "none" },
        upstreams: {
          everything: server(everything, "stdio"),
          remote: { url: await everythingOverHttp() },
          files: server(files, "${workspaceFolder}"),
          memory: {
            ...server(memory),
            env: { MEMORY_FILE_PATH: join(folder, "memory.json") },
          },
          local: { tools: "./tools.ts" },
        },
      }),
    );
    const upstreams = openUpstreams(await readConfiguration(join(folder, "ptc.json")));
    onTestFinished(() => upstreams.close());
    const health = await upstreams.start();
    expect(health.map(({ name, state }) => `${name} ${state}`)).toEqual([
      "everything ready",
      "remote ready",
      "files ready",
      "memory ready",
      "local ready",
    ]);
    const tools = await upstreams.tools();
    const answer = await missionResult(
      `(do
         (tool/memory/create_entities
           {:entities [{:name "note" :entityType "file"
                        :observations [(:content (tool/files/read_text_file {:path "${join(folder, "note.txt")}"}))]}]})
         {:near (tool/everything/get-sum {:a 1 :b 2})
          :far (tool/remote/echo {:message "hello"})
          :seen (get-in (tool/memory/read_graph) [:entities 0 :observations 0])
          :twice (tool/local/double {:n 21})})`,
      tools,
    );
    expect(answer).toEqual({
      near: expect.stringContaining("3") as unknown,
      far: expect.stringContaining("hello") as unknown,
      seen: "forty-two",
      twice: 42,
    });
  },
  120_000,
);
