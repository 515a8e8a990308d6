// AWS Lambda behind API Gateway, or a function URL that doesn't stream.

import { requestOf, type LambdaEvent } from "./lambda-event.ts";
import { desk } from "./node-desk.ts";

export async function handler(event: LambdaEvent) {
  // The result comes at the end, so the client gets JSON instead of events.
  const headers = { ...event.headers, accept: "application/json" };
  const answer = await desk.fetch(requestOf({ ...event, headers }));
  return {
    statusCode: answer.status,
    headers: Object.fromEntries(answer.headers),
    body: await answer.text(),
  };
}
