// Clients of both SDKs, connected to a server in this process. They close when their test ends.

import { Client as Client2, type ElicitResult } from "@modelcontextprotocol/client";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { InMemoryTransport, type McpServer } from "@modelcontextprotocol/server";
import { onTestFinished } from "vitest";

export type Reply = (message: string) => ElicitResult;

/** The JSON of a result, and whether the client sees it as an error. */
export interface Called {
  readonly json: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: { readonly message?: string | undefined }) => void;
}

export interface TestClient {
  readonly client: Client1 | Client2;
  readonly call: (name: string, args?: object, options?: CallOptions) => Promise<Called>;
}

const info = { name: "test", version: "1.0.0" };

/** Connects a client of the SDK version, which answers forms with `reply` if it is given. */
export async function connected(
  version: 1 | 2,
  server: McpServer,
  reply?: Reply,
): Promise<TestClient> {
  const [there, here] = InMemoryTransport.createLinkedPair();
  await server.connect(there);
  const capabilities = reply === undefined ? {} : { elicitation: { form: {} } };
  const client =
    version === 2 ? new Client2(info, { capabilities }) : new Client1(info, { capabilities });
  if (reply !== undefined && client instanceof Client2)
    client.setRequestHandler("elicitation/create", ({ params: { message } }) => reply(message));
  else if (reply !== undefined && client instanceof Client1)
    client.setRequestHandler(ElicitRequestSchema, ({ params: { message } }) => ({
      ...reply(message),
    }));
  await client.connect(here);
  onTestFinished(() => client.close());
  return {
    client,
    call: async (name, args = {}, options = {}) => {
      const params = { name, arguments: { ...args } };
      const result =
        client instanceof Client2
          ? await client.callTool(params, options)
          : await client.callTool(params, undefined, options);
      const { structuredContent, content, isError } = result as {
        readonly structuredContent?: Readonly<Record<string, unknown>>;
        readonly content: readonly { readonly text?: string }[];
        readonly isError?: boolean;
      };
      const json = structuredContent ?? { text: content[0]?.text };
      if (structuredContent !== undefined && content[0]?.text !== JSON.stringify(structuredContent))
        throw new Error("the text differs from the structured content");
      return { json, isError: isError === true };
    },
  };
}
