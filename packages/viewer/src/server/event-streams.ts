// The open event streams of pages. They learn that something changed, and then fetch it.

import type { ServerResponse } from "node:http";

/** More pages than one person has open. */
const mostStreams = 50;

export class EventStreams {
  private readonly open = new Set<ServerResponse>();

  get count(): number {
    return this.open.size;
  }

  add(response: ServerResponse): void {
    const [oldest] = this.open;
    if (this.open.size >= mostStreams) oldest?.end();
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    response.write("retry: 1000\n\n");
    this.open.add(response);
    response.on("close", () => {
      this.open.delete(response);
    });
  }

  send(type: string): void {
    for (const response of this.open) response.write(`data: ${type}\n\n`);
  }

  close(): void {
    for (const response of this.open) response.end();
  }
}
