import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { memoryHost, ptc } from "../../test/memory-host.ts";
import { main } from "../main.ts";

function framed(message: object): string {
  const text = JSON.stringify({ jsonrpc: "2.0", ...message });
  return `Content-Length: ${String(text.length)}\r\n\r\n${text}`;
}

test("ptc lsp serves a client on standard input until it exits", async () => {
  const messages = [
    { id: 1, method: "initialize", params: {} },
    { id: 2, method: "shutdown" },
    { method: "exit" },
  ];
  const input = new PassThrough();
  for (const message of messages) input.write(framed(message));
  const host = memoryHost();
  expect(await main(["lsp", "--stdio"], { ...host, input })).toBe(0);
  expect(host.errorText()).toBe("");
  expect(host.outputText()).toContain('"positionEncoding":"utf-16"');
});

test("ptc lsp fails if the client leaves without a shutdown", async () => {
  expect((await ptc(["lsp"], { input: "" })).code).toBe(1);
});
