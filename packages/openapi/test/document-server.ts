// A loopback service that follows a document. It finds the operation of each request, checks the
// request against the document, and responds with the document's example or one generated from its
// schema. It reads the document independently, so that it can disagree with the tools.

import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

type Json = Record<string, unknown>;

export interface Served {
  readonly operation: string;
  readonly path: string;
  readonly query: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
  /** True if the operation requires no credentials. */
  readonly isOpen: boolean;
}

export interface DocumentServer {
  readonly url: string;
  readonly served: Served[];
  /** The problems found in requests. */
  readonly problems: string[];
  readonly close: () => Promise<void>;
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

export async function serveDocument(document: Json): Promise<DocumentServer> {
  const service = new DocumentService(document);
  const served: Served[] = [];
  const problems: string[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const { pathname, search } = new URL(request.url ?? "", "http://service");
      const found = service.find(request.method ?? "", pathname);
      if (found === undefined) {
        problems.push(`${String(request.method)} ${pathname} is no operation`);
        response.writeHead(404, { "content-type": "application/json" }).end('{"title":"nowhere"}');
        return;
      }
      const one: Served = {
        operation: found.label,
        path: pathname,
        query: search,
        headers: request.headers,
        body: Buffer.concat(pieces),
        isOpen: Array.isArray(found.operation.security) && found.operation.security.length === 0,
      };
      served.push(one);
      problems.push(...service.problemsOf(found, one).map((text) => `${found.label}: ${text}`));
      const { status, mediaType, value } = service.answerOf(found.operation);
      if (mediaType === undefined) response.writeHead(status).end();
      else
        response
          .writeHead(status, { "content-type": mediaType })
          .end(/json/.test(mediaType) ? JSON.stringify(value) : String(value));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}`,
    served,
    problems,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      }),
  };
}

interface FoundOperation {
  readonly label: string;
  readonly item: Json;
  readonly operation: Json;
}

class DocumentService {
  private readonly document: Json;

  constructor(document: Json) {
    this.document = document;
  }

  /** Returns the operation whose path matches; a path without parameters wins. */
  find(method: string, pathname: string): FoundOperation | undefined {
    const fitting = Object.entries(this.document.paths as Record<string, Json>)
      .filter(([path, item]) => {
        const pattern = path.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{[^}]*\}/g, "[^/]+");
        return new RegExp(`^${pattern}$`).test(pathname) && method.toLowerCase() in item;
      })
      .sort(([left], [right]) => left.split("{").length - right.split("{").length);
    const [path, item] = fitting[0] ?? [];
    if (path === undefined || item === undefined || !methods.includes(method.toLowerCase()))
      return undefined;
    return {
      label: `${method} ${path}`,
      item,
      operation: item[method.toLowerCase()] as Json,
    };
  }

  problemsOf({ item, operation }: FoundOperation, { query, headers, body }: Served): string[] {
    const parameters = [...listOf(item.parameters), ...listOf(operation.parameters)].map(
      (one) => this.deref(one) as { in: string; name: string; required?: boolean },
    );
    const names = (location: string): string[] =>
      parameters.filter((one) => one.in === location).map((one) => one.name);
    const asked = [...new URLSearchParams(query).keys()];
    const problems = asked
      .filter((name) => !names("query").includes(name))
      .map((name) => `the query has ${name}`);
    for (const { in: location, name, required } of parameters)
      if (required === true && location === "query" && !asked.includes(name))
        problems.push(`the query misses ${name}`);
    const content = (this.deref(operation.requestBody) as { content?: Json } | undefined)?.content;
    if (content === undefined && body.length > 0) problems.push("there is a body");
    if (content !== undefined && body.length > 0)
      problems.push(...this.bodyProblems(content, headers["content-type"] ?? "", body));
    return problems;
  }

  private bodyProblems(content: Json, contentType: string, body: Buffer): string[] {
    const mediaType = contentType.split(";")[0] ?? "";
    const media = content[mediaType] as { schema?: unknown } | undefined;
    if (media === undefined) return [`the body is ${contentType}`];
    if (mediaType === "multipart/form-data") return [];
    const text = body.toString();
    const value: unknown =
      mediaType === "application/x-www-form-urlencoded"
        ? Object.fromEntries(new URLSearchParams(text))
        : JSON.parse(text);
    const whole = this.merged(media.schema);
    const { required = [] } = whole;
    const branches = [...listOf(whole.anyOf), ...listOf(whole.oneOf)];
    const properties = Object.assign(
      {},
      ...[whole, ...branches.map((branch) => this.merged(branch))].map((one) => one.properties),
    ) as Json;
    const names = Object.keys(value as object);
    return [
      ...names.filter((name) => !(name in properties)).map((name) => `the body has ${name}`),
      ...required
        .filter((name) => !names.includes(name) && !isReadOnly(this.deref(properties[name])))
        .map((name) => `the body misses ${name}`),
    ];
  }

  answerOf(operation: Json): {
    readonly status: number;
    readonly mediaType: string | undefined;
    readonly value: unknown;
  } {
    const responses = operation.responses as Record<string, unknown>;
    const status = Object.keys(responses).find((one) => one.startsWith("2")) ?? "200";
    const content = (this.deref(responses[status]) as { content?: Record<string, Json> }).content;
    const [mediaType, media = {}] =
      Object.entries(content ?? {}).find(([name]) => /json/.test(name)) ??
      Object.entries(content ?? {})[0] ??
      [];
    const [example] = Object.values((media.examples ?? {}) as Record<string, { value?: unknown }>);
    const value = media.example ?? example?.value ?? this.exampleOf(media.schema, 0);
    return { status: Number(status), mediaType, value };
  }

  /** Returns a value that matches a schema, with all properties down to a depth. */
  private exampleOf(schema: unknown, depth: number): unknown {
    const merged = this.merged(schema);
    const { properties = {}, required = [] } = merged;
    const [value] = (merged.enum ?? []) as unknown[];
    if (merged.const !== undefined) return merged.const;
    if (merged.example !== undefined) return merged.example;
    if (value !== undefined) return value;
    const branches = [...listOf(merged.anyOf), ...listOf(merged.oneOf)];
    if (branches.length > 0 && merged.properties === undefined)
      return this.exampleOf(branches[0], depth + 1);
    const type: unknown = Array.isArray(merged.type) ? merged.type[0] : merged.type;
    if (merged.properties !== undefined || type === "object")
      return Object.fromEntries(
        Object.entries(properties)
          .filter(([name]) => depth < 6 || required.includes(name))
          .map(([name, property]) => [name, this.exampleOf(property, depth + 1)]),
      );
    if (type === "array") return depth < 6 ? [this.exampleOf(merged.items, depth + 1)] : [];
    const samples: Record<string, unknown> = {
      string: "text",
      integer: 3,
      number: 1.5,
      boolean: true,
    };
    return samples[String(type)] ?? null;
  }

  /** Returns a schema merged with its `allOf`. */
  private merged(schema: unknown): Merged {
    const own = (this.deref(schema) ?? {}) as Merged;
    const parts = listOf(own.allOf).map((part) => this.merged(part));
    return {
      ...Object.assign({}, ...parts),
      ...own,
      ...(parts.some((part) => part.properties !== undefined) || own.properties !== undefined
        ? {
            properties: Object.assign(
              {},
              ...parts.map((part) => part.properties),
              own.properties,
            ) as Json,
          }
        : {}),
      required: [...parts.flatMap((part) => part.required ?? []), ...(own.required ?? [])],
    } as Merged;
  }

  private deref(value: unknown): unknown {
    const reference = (value as { $ref?: string } | undefined)?.$ref;
    if (reference === undefined) return value;
    const target = reference
      .slice(2)
      .split("/")
      .reduce<unknown>((at, key) => (at as Json)[key], this.document);
    return this.deref(target);
  }
}

type Merged = Json & {
  readonly properties?: Json;
  readonly required?: readonly string[];
};

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function isReadOnly(property: unknown): boolean {
  return (property as { readOnly?: boolean } | undefined)?.readOnly === true;
}
