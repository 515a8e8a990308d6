// Reads the status, code and headers of an error from an SDK or `fetch`. Each stores them in
// different fields, some in a cause or a response body. Functions in this file never throw.

/** `codes` lists the machine-readable error codes, outermost first. */
export interface ErrorFacts {
  readonly message: string;
  readonly stack: string | undefined;
  readonly names: readonly string[];
  readonly codes: readonly string[];
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  /** The value of a response header, by its name in lower case. */
  header(name: string): string | undefined;
}

/** Fields of an error that may contain another object with more details. */
const innerFields = ["error", "cause", "data", "response"] as const;
const codeFields = ["code", "type", "status"] as const;
const statusFields = ["status", "statusCode"] as const;
const headersFields = ["headers", "responseHeaders"] as const;
const requestIdFields = ["requestID", "requestId", "request_id"] as const;
const requestIdHeaders = ["x-request-id", "request-id"] as const;

const maximumInnerObjects = 12;

export function readErrorFacts(error: unknown): ErrorFacts {
  const objects = withInnerObjects(error);
  const header = (name: string): string | undefined =>
    firstOf(objects, headersFields, (value) => headerOf(value, name));
  const [firstHeader, secondHeader] = requestIdHeaders;
  return {
    message: messageOf(error),
    stack: stringField(error, "stack"),
    // An SDK's error may have the name "Error", so its class is checked too.
    names: objects.flatMap((object) =>
      [
        stringField(object, "name") ?? [],
        stringField(field(object, "constructor"), "name") ?? [],
      ].flat(),
    ),
    codes: objects.flatMap((object) =>
      codeFields.flatMap((name) => stringField(object, name) ?? []),
    ),
    status: firstOf(objects, statusFields, (value) => (isHttpStatus(value) ? value : undefined)),
    requestId:
      firstOf(objects, requestIdFields, (value) =>
        typeof value === "string" ? value : undefined,
      ) ??
      header(firstHeader) ??
      header(secondHeader),
    header,
  };
}

/** Returns the error and its nested objects, outermost first, each once. */
function withInnerObjects(error: unknown): readonly object[] {
  const found = new Set<object>();
  if (isObject(error)) found.add(error);
  // Iterating over a Set also visits members that are added during the iteration.
  for (const object of found) {
    for (const name of innerFields) {
      const inner = field(object, name);
      if (isObject(inner) && found.size < maximumInnerObjects) found.add(inner);
    }
  }
  return [...found];
}

function messageOf(error: unknown): string {
  if (typeof error === "string") return error;
  const message = stringField(error, "message");
  if (message !== undefined && message !== "") return withoutJson(message);
  return isObject(error) ? "" : `the model threw ${error === null ? "null" : typeof error}`;
}

/** The longest message that is searched for JSON. */
const longestJson = 20_000;

/** Some SDKs give a whole error body as the message: `401 {"error":{"message":"…"}}`. */
function withoutJson(message: string): string {
  const [, status = "", json] = /^(\d{3} )?(\{.*\})\s*$/s.exec(message.slice(0, longestJson)) ?? [];
  if (json === undefined || message.length > longestJson) return message;
  try {
    const body: unknown = JSON.parse(json);
    const inner = stringField(field(body, "error"), "message") ?? stringField(body, "message");
    return inner === undefined || inner.trim() === "" ? message : `${status}${withoutJson(inner)}`;
  } catch {
    return message;
  }
}

function firstOf<Found>(
  objects: readonly object[],
  names: readonly string[],
  read: (value: unknown) => Found | undefined,
): Found | undefined {
  for (const object of objects) {
    for (const name of names) {
      const found = read(field(object, name));
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** Reads a header from a `Headers` object or a plain one. */
function headerOf(headers: unknown, name: string): string | undefined {
  if (!isObject(headers)) return undefined;
  try {
    if (typeof Headers === "function" && headers instanceof Headers)
      return headers.get(name) ?? undefined;
    const entry = Object.entries(headers).find(([key]) => key.toLowerCase() === name);
    return typeof entry?.[1] === "string" ? entry[1] : undefined;
  } catch {
    return undefined;
  }
}

function stringField(value: unknown, name: string): string | undefined {
  const found = field(value, name);
  return typeof found === "string" ? found : undefined;
}

function field(value: unknown, name: string): unknown {
  if (!isObject(value) && typeof value !== "function") return undefined;
  try {
    return (value as Readonly<Record<string, unknown>>)[name];
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function isHttpStatus(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 100 && value <= 599;
}
