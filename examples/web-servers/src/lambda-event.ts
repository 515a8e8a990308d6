// The parts of Lambda's events and runtime that the handlers use. `@types/aws-lambda` has all.

import type { Writable } from "node:stream";

/** A request in payload format 2.0. */
export interface LambdaEvent {
  readonly rawPath: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body?: string;
  readonly isBase64Encoded: boolean;
  readonly requestContext: { readonly http: { readonly method: string } };
}

export interface LambdaRuntime {
  streamifyResponse(
    handler: (event: LambdaEvent, stream: Writable) => Promise<void>,
  ): (event: LambdaEvent, stream: Writable) => Promise<void>;
  readonly HttpResponseStream: { from(stream: Writable, head: object): Writable };
}

export function requestOf(event: LambdaEvent): Request {
  const { method } = event.requestContext.http;
  const headers = Object.entries(event.headers).filter(([, value]) => value !== undefined);
  const encoding = event.isBase64Encoded ? "base64" : "utf8";
  return new Request(new URL(event.rawPath, "http://lambda"), {
    method,
    headers: headers as [string, string][],
    ...(method === "GET" ? {} : { body: Buffer.from(event.body ?? "", encoding) }),
  });
}
