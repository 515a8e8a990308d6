// AWS Lambda with a function URL that streams responses (invoke mode RESPONSE_STREAM).

import { pipeline } from "node:stream/promises";
import { requestOf, type LambdaRuntime } from "./lambda-event.ts";
import { desk } from "./node-desk.ts";

declare const awslambda: LambdaRuntime;

export const handler = awslambda.streamifyResponse(async (event, stream) => {
  const answer = await desk.fetch(requestOf(event));
  const head = { statusCode: answer.status, headers: Object.fromEntries(answer.headers) };
  await pipeline(answer.body ?? [], awslambda.HttpResponseStream.from(stream, head));
});
