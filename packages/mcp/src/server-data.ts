// Offers the resources and prompts of a server as read-only tools, if the host requests them:
//
//   (tool/list-resources)                                [{:uri … :name …}] and templates
//   (tool/read-resource {:uri …})                        a text, or maps with :text or :file
//   (tool/list-prompts)                                  [{:name … :arguments […]}]
//   (tool/get-prompt {:name … :arguments {…}})           [{:role … :content …}]

import { OptionError } from "@ptc/core/errors";
import { isObject } from "@ptc/core/internal/host";
import type { McpClient, McpRequestOptions, McpTool } from "./mcp-client.ts";
import type { CheckedOptions } from "./options.ts";
import { valueOfContent } from "./read-content.ts";
import { badResult } from "./read-result.ts";
import { leftOut } from "./tool-names.ts";
import type { McpToolWarning } from "./tool-warning.ts";

/** A tool that reads from the server without calling a tool of it. */
export interface ServerDataTool {
  readonly tool: McpTool;
  /** Sends the requests. */
  readonly ask: (args: Args, options: McpRequestOptions) => Promise<unknown>;
  /** Converts the response for programs. */
  readonly valueOf: (answer: unknown, parsesJson: boolean) => unknown;
}

type Args = Readonly<Record<string, unknown>>;
type Kind = "resources" | "prompts";
type Method = Exclude<keyof McpClient, "listTools" | "callTool" | "getServerCapabilities">;

export interface ServerData {
  readonly tools: readonly ServerDataTool[];
  readonly warnings: readonly McpToolWarning[];
}

/**
 * Returns the requested tools. Omits those whose name is among `names`, because the server has a
 * tool of this name.
 * @throws OptionError if the client can't read resources or prompts
 */
export function serverData(
  client: McpClient,
  options: CheckedOptions,
  names: ReadonlySet<string>,
): ServerData {
  const tools: ServerDataTool[] = [];
  const warnings: McpToolWarning[] = [];
  for (const kind of ["resources", "prompts"] as const) {
    if (options[kind] !== true) continue;
    for (const made of makers[kind](readerOf(client, kind))) {
      const { name } = made.tool;
      if (!offers(client, kind)) warnings.push(leftOut(name, `the server has no ${kind}`));
      else if (names.has(name)) warnings.push(leftOut(name, "the server has a tool of this name"));
      else tools.push(made);
    }
  }
  return { tools, warnings };
}

/** Clients without capabilities, such as a test's, are asked when a program calls. */
function offers(client: McpClient, kind: Kind): boolean {
  const capabilities: unknown = client.getServerCapabilities?.();
  return !isObject(capabilities) || isObject(capabilities[kind]);
}

type Reader = (method: Method, params: object, options: McpRequestOptions) => Promise<unknown>;

const methods: Readonly<Record<Kind, readonly Method[]>> = {
  resources: ["listResources", "readResource"],
  prompts: ["listPrompts", "getPrompt"],
};

/** @throws OptionError */
function readerOf(client: McpClient, kind: Kind): Reader {
  const missing = methods[kind].find((method) => typeof client[method] !== "function");
  if (missing !== undefined) throw new OptionError(kind, `the client has no method ${missing}`);
  return async (method, params, options) =>
    // Each method takes these arguments; the cast joins their types.
    await (client[method] as Request | undefined)?.call(client, params, options);
}

type Request = (params: object, options: McpRequestOptions) => Promise<unknown>;

const readOnly = { readOnlyHint: true } as const;
const text = { type: "string" } as const;

const makers: Readonly<Record<Kind, (read: Reader) => readonly ServerDataTool[]>> = {
  resources: (read) => [
    {
      tool: {
        name: "list-resources",
        description:
          "Lists the server's resources. An entry with uri_template describes several: fill in its {parts}.",
        inputSchema: { type: "object" },
        outputSchema: listOf({
          uri: text,
          uri_template: text,
          name: text,
          title: text,
          description: text,
          media_type: text,
          size_bytes: { type: "integer" },
        }),
        annotations: readOnly,
      },
      ask: async (_args, options) => [
        ...(await allPages(read, "listResources", "resources", options)),
        ...(await allPages(read, "listResourceTemplates", "resourceTemplates", options)),
      ],
      valueOf: (entries) => objectsIn(entries).map(resourceEntry),
    },
    {
      tool: {
        name: "read-resource",
        description:
          "Reads a resource of the server. Returns its text, or a list of maps with :uri and :text or :file.",
        inputSchema: { type: "object", properties: { uri: text }, required: ["uri"] },
        annotations: readOnly,
      },
      ask: ({ uri }, options) => read("readResource", { uri }, options),
      valueOf: (answer, parsesJson) => {
        const contents = objectsIn(fieldOf(answer, "contents"));
        const [only] = contents;
        return contents.length === 1 && typeof only?.["text"] === "string"
          ? valueOfContent([{ type: "text", text: only["text"] }], parsesJson)
          : valueOfContent(
              contents.map((resource) => ({ type: "resource", resource })),
              parsesJson,
            );
      },
    },
  ],
  prompts: (read) => [
    {
      tool: {
        name: "list-prompts",
        description: "Lists the server's prompts, with their arguments.",
        inputSchema: { type: "object" },
        outputSchema: listOf({
          name: text,
          title: text,
          description: text,
          arguments: listOf({ name: text, description: text, required: { type: "boolean" } }),
        }),
        annotations: readOnly,
      },
      ask: (_args, options) => allPages(read, "listPrompts", "prompts", options),
      valueOf: (entries) => objectsIn(entries).map(promptEntry),
    },
    {
      tool: {
        name: "get-prompt",
        description:
          "Returns the messages of a prompt of the server, as a list of maps with :role and :content.",
        inputSchema: {
          type: "object",
          properties: { name: text, arguments: { type: "object", additionalProperties: text } },
          required: ["name"],
        },
        annotations: readOnly,
      },
      ask: ({ name, arguments: given }, options) =>
        read("getPrompt", { name, ...(given === undefined ? {} : { arguments: given }) }, options),
      valueOf: (answer) =>
        objectsIn(fieldOf(answer, "messages")).map(({ role, content }) => ({
          role: typeof role === "string" ? role : "user",
          content: valueOfContent([content], false),
        })),
    },
  ],
};

function listOf(properties: Readonly<Record<string, object>>): object {
  return { type: "array", items: { type: "object", properties } };
}

const mostPages = 100;
const mostEntries = 10_000;

/** Servers without templates often don't know their method. */
const optionalMethods: ReadonlySet<Method> = new Set<Method>(["listResourceTemplates"]);
const methodNotFound = -32_601;

async function allPages(
  read: Reader,
  method: Method,
  field: string,
  options: McpRequestOptions,
): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  const cursors = new Set<string>();
  for (let cursor: string | undefined; ;) {
    const page = await pageOf(read, method, cursor, options);
    if (page === undefined) return found;
    for (const entry of objectsIn(fieldOf(page, field))) found.push(entry);
    if (found.length > mostEntries)
      throw badResult(`the server lists more than ${String(mostEntries)} ${field}`);
    const next = fieldOf(page, "nextCursor");
    if (typeof next !== "string" || next === "") return found;
    cursor = next;
    if (cursors.has(cursor) || cursors.size === mostPages)
      throw badResult(`the server's list of ${field} repeats a page or has too many`);
    cursors.add(cursor);
  }
}

async function pageOf(
  read: Reader,
  method: Method,
  cursor: string | undefined,
  options: McpRequestOptions,
): Promise<unknown> {
  try {
    return await read(method, cursor === undefined ? {} : { cursor }, options);
  } catch (error) {
    if (optionalMethods.has(method) && fieldOf(error, "code") === methodNotFound) return undefined;
    throw error;
  }
}

function resourceEntry(entry: Args): object {
  const { uri, uriTemplate, name, title, description, mimeType, size } = entry;
  return {
    ...texts({ uri, uri_template: uriTemplate, name, title, description, media_type: mimeType }),
    ...(Number.isSafeInteger(size) ? { size_bytes: size } : {}),
  };
}

function promptEntry({ name, title, description, arguments: given }: Args): object {
  const args = Array.isArray(given) ? objectsIn(given) : [];
  return {
    ...texts({ name, title, description }),
    arguments: args.map((argument) => ({
      ...texts({ name: argument["name"], description: argument["description"] }),
      required: argument["required"] === true,
    })),
  };
}

function texts(fields: Args): object {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => typeof value === "string"),
  );
}

/** @throws ToolFailure unless `list` is a list */
function objectsIn(list: unknown): readonly Args[] {
  if (!Array.isArray(list)) throw badResult("its answer has no list");
  return list.filter((entry): entry is Args => isObject(entry));
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
