// Redacts the credentials of a connection in everything that a model reports about its responses:
// metadata, ids and errors. A server or a proxy may repeat a key, for example as its request id,
// and a key may have any shape.

import { SecretTexts } from "@ptc/core/internal/fetch";
import type { LanguageModel } from "../contract/language-model.ts";
import type { ModelStreamEvent } from "../contract/stream-event.ts";
import { isModelError, ModelError } from "../errors/model-error.ts";
import type { Connection } from "./connection.ts";

const marker = "<secret>";

/** Header names whose values are credentials. */
const credentialName = /auth|cookie|key|password|secret|token/i;

/** Shorter header values, such as a version, are no credentials. */
const shortestHeader = 8;

/** Returns `model` with the credentials of its connection redacted in what it reports. */
export function hidingCredentials(
  model: LanguageModel,
  { apiKey, headers }: Pick<Connection, "apiKey" | "headers">,
): LanguageModel {
  const secrets = new SecretTexts(
    [
      ...(apiKey === undefined ? [] : [apiKey]),
      ...Object.entries(headers)
        .filter(([name]) => credentialName.test(name))
        // `Bearer key` also contains the key alone.
        .flatMap(([, value]) => [value, ...value.split(" ")])
        .filter(({ length }) => length >= shortestHeader),
    ],
    marker,
  );
  return {
    ...model,
    generate: async (request) => {
      try {
        return withoutCredentials(await model.generate(request), secrets);
      } catch (error) {
        throw redactedError(error, secrets);
      }
    },
    ...(model.stream === undefined
      ? {}
      : { stream: (request) => redactedEvents(() => model.stream?.(request) ?? [], secrets) }),
  };
}

async function* redactedEvents(
  start: () => AsyncIterable<ModelStreamEvent> | Iterable<ModelStreamEvent>,
  secrets: SecretTexts,
): AsyncGenerator<ModelStreamEvent, void> {
  try {
    for await (const event of start()) {
      if (event.type === "response-start") yield withoutCredentials(event, secrets);
      else if (event.type === "error")
        yield { ...event, error: redactedError(event.error, secrets) };
      else yield event;
    }
  } catch (error) {
    throw redactedError(error, secrets);
  }
}

/** Returns a response, or its start, with redacted ids and metadata. */
function withoutCredentials<Part extends object>(part: Part, secrets: SecretTexts): Part {
  const redacted = Object.entries(part)
    .filter(([name]) => described.has(name))
    .map(([name, value]) => [name, secrets.hiddenIn(value)] as const);
  return { ...part, ...Object.fromEntries(redacted) };
}

/** The fields that describe a response. Other fields are its content. */
const described: ReadonlySet<string> = new Set(["metadata", "modelId", "responseId", "warnings"]);

function redactedError<Failure>(error: Failure, secrets: SecretTexts): Failure | ModelError {
  if (!isModelError(error)) return error;
  const { kind, retryable, retryAfterMs, status, provider, modelId, usage } = error;
  const shown = secrets.hiddenIn([error.message, error.requestId, error.stack]);
  const [message, requestId, stack] = shown as readonly (string | undefined)[];
  if (message === error.message && requestId === error.requestId && stack === error.stack)
    return error;
  const fields = { kind, retryable, retryAfterMs, status, provider, modelId, usage };
  return new ModelError({ ...fields, message, requestId, stack });
}
