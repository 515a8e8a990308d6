// A client of the servers of `examples/web-servers`.

import { readEventStream, type StreamedEvent } from "@ptc/subagent/streams";

export interface JsonAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly location: string;
}

/** The events of a stream, until its end or until the client left. */
export interface ReadEvents {
  readonly events: readonly StreamedEvent[];
  readonly lastEventId: string;
  readonly location: string;
}

export class DeskClient {
  readonly url: string;

  constructor(url: string) {
    this.url = url;
  }

  /** Sends a body as it is, and reads the answer as JSON. */
  async post(path: string, body: string): Promise<JsonAnswer> {
    return await this.json(path, { method: "POST", body });
  }

  async state(path: string): Promise<JsonAnswer> {
    return await this.json(path, {});
  }

  /** Reads events until `isLast`, and then disconnects. */
  async events(
    path: string,
    {
      body,
      lastEventId,
      isLast = () => false,
    }: {
      readonly body?: object;
      readonly lastEventId?: string;
      readonly isLast?: (event: StreamedEvent) => boolean;
    } = {},
  ): Promise<ReadEvents> {
    const events: StreamedEvent[] = [];
    let last = "";
    let location = "";
    const connect = async (init: RequestInit): Promise<Response> => {
      const sent = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
      const response = await fetch(this.url + path, { ...init, ...sent });
      location = response.headers.get("location") ?? "";
      return response;
    };
    const options = {
      onId: (id: string) => (last = id),
      ...(lastEventId === undefined ? {} : { lastEventId }),
    };
    for await (const event of readEventStream(connect, options)) {
      events.push(event);
      if (isLast(event)) break;
    }
    return { events, lastEventId: last, location };
  }

  private async json(path: string, init: RequestInit): Promise<JsonAnswer> {
    const response = await fetch(this.url + path, {
      ...init,
      headers: { accept: "application/json" },
      signal: AbortSignal.timeout(120_000),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: (text === "" ? {} : JSON.parse(text)) as JsonAnswer["body"],
      location: response.headers.get("location") ?? "",
    };
  }
}
