// A client of `ptc lsp` in this process: it speaks the protocol over two streams.

import { PassThrough, type Readable } from "node:stream";
import { runLanguageServer } from "../src/lsp/run-language-server.ts";
import { memoryHost } from "./memory-host.ts";

export interface Received {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

export class LspClient {
  readonly ended: Promise<number>;
  private readonly input = new PassThrough();
  private readonly received: Received[] = [];
  private readonly host = memoryHost();
  private wake: () => void = () => undefined;
  private bytes = Buffer.alloc(0);
  private lastId = 0;

  constructor(folder: string) {
    const output = new PassThrough();
    this.collect(output);
    const { errors } = this.host;
    const worker = new URL("../src/lsp/module-tools-worker.ts", import.meta.url);
    this.ended = runLanguageServer({ input: this.input, output, errors, folder }, worker);
  }

  get log(): string {
    return this.host.errorText();
  }

  /** Sends bytes that may be anything. */
  raw(text: string): void {
    this.input.write(text);
  }

  send(message: unknown): void {
    const text = JSON.stringify(message);
    this.raw(`Content-Length: ${String(Buffer.byteLength(text))}\r\n\r\n${text}`);
  }

  notify(method: string, params: unknown): void {
    this.send({ jsonrpc: "2.0", method, params });
  }

  async request(method: string, params: unknown): Promise<Received> {
    const id = ++this.lastId;
    this.send({ jsonrpc: "2.0", id, method, params });
    return await this.next((message) => message.id === id && message.method === undefined);
  }

  async initialize(parameters: unknown = {}): Promise<Received> {
    const answer = await this.request("initialize", parameters);
    this.notify("initialized", {});
    return answer;
  }

  open(uri: string, text: string): void {
    this.notify("textDocument/didOpen", { textDocument: { uri, version: 1, text } });
  }

  /** Opens a document, and returns its diagnostics. */
  async diagnosticsOf(uri: string, text: string): Promise<readonly unknown[]> {
    this.open(uri, text);
    return await this.diagnostics(uri);
  }

  async diagnostics(uri: string): Promise<readonly unknown[]> {
    const { params } = await this.next(
      (message) =>
        message.method === "textDocument/publishDiagnostics" &&
        (message.params as { readonly uri?: unknown }).uri === uri,
    );
    return (params as { readonly diagnostics: readonly unknown[] }).diagnostics;
  }

  /** Returns and removes the first message for which `isWanted` is true, when it has arrived. */
  async next(isWanted: (message: Received) => boolean): Promise<Received> {
    for (;;) {
      const index = this.received.findIndex(isWanted);
      const [found] = index < 0 ? [] : this.received.splice(index, 1);
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }

  closeInput(): void {
    this.input.end();
  }

  private collect(output: Readable): void {
    output.on("data", (chunk: Buffer) => {
      this.bytes = Buffer.concat([this.bytes, chunk]);
      for (;;) {
        const header = /^Content-Length: (\d+)\r\n\r\n/.exec(this.bytes.toString("latin1", 0, 60));
        const start = header?.[0].length ?? 0;
        const end = start + Number(header?.[1] ?? Infinity);
        if (this.bytes.length < end) break;
        this.received.push(JSON.parse(this.bytes.toString("utf8", start, end)) as Received);
        this.bytes = this.bytes.subarray(end);
      }
      this.wake();
    });
  }
}
