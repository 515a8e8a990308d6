// The schema of `ptc.json`. `ptc.schema.json` is generated from it, so editors show the
// descriptions.

import { z } from "zod";

const milliseconds = z
  .int()
  .min(1)
  .max(2 ** 31 - 1);
const word = z.string().min(1).max(1_000);

const reference = z
  .union([
    word,
    z.strictObject({ command: word, args: z.array(z.string().max(4_000)).max(50).optional() }),
  ])
  .describe(
    "A credential by reference: env:NAME, file:PATH, keychain:SERVICE/ACCOUNT, or a command that prints it.",
  );

const text = z
  .union([z.string().max(20_000), reference.options[1]])
  .describe("A text, which may contain ${env:NAME}, ${file:PATH} and ${keychain:SERVICE/ACCOUNT}.");

const texts = z.record(z.string().max(200), text);

const approval = z
  .enum(["all", "writes", "destructive", "none"])
  .describe("The calls that wait for an approval.");

const verdict = z.enum(["allow", "ask", "deny"]);

const basics = {
  disabled: z.boolean().optional().describe("True if it isn't started."),
  approve: approval.optional(),
  pinned: z
    .boolean()
    .optional()
    .describe("Whether changed tools are refused until you accept them."),
  include: z.array(word).max(5_000).optional().describe("The tools to use. Default: all."),
  startTimeoutMs: milliseconds.optional(),
  callTimeoutMs: milliseconds.optional(),
  maxAnswerBytes: z.int().min(1_000).max(100_000_000).optional(),
  maxTools: z.int().min(1).max(20_000).optional(),
};

const trustHints = z
  .boolean()
  .optional()
  .describe("Whether the server's hints about reading and writing decide about approval.");

const server = {
  trustHints,
  resources: z
    .boolean()
    .optional()
    .describe("Whether programs read the server's resources. Default: true without `include`."),
  prompts: z
    .boolean()
    .optional()
    .describe("Whether clients get the server's prompts. Default: true."),
  ...basics,
};

const stdio = z
  .strictObject({
    command: z.string().min(1).max(4_000),
    args: z.array(z.string().max(20_000)).max(200).optional(),
    env: texts.optional(),
    cwd: word.optional(),
    ...server,
  })
  .describe("An MCP server, started as a child process.");

const oauth = z
  .strictObject({
    login: z
      .boolean()
      .optional()
      .describe("True if a person logs in with a browser: ptc mcp login NAME."),
    clientId: z.string().min(1).max(1_000).optional(),
    clientSecret: reference.optional(),
    privateKey: reference.optional(),
    algorithm: z.string().min(1).max(20).optional(),
    scope: z.string().max(2_000).optional(),
    issuer: z
      .url()
      .optional()
      .describe("The authorization server; the credential is sent only there."),
    port: z.int().min(1).max(65_535).optional().describe("The port of the redirect of a login."),
  })
  .describe("Client credentials of OAuth, or the login of a person.");

const http = z
  .strictObject({
    url: z.string().min(1).max(4_000),
    type: z.enum(["http", "sse"]).optional(),
    headers: texts.optional(),
    bearer: reference.optional(),
    oauth: oauth.optional(),
    ...server,
  })
  .describe("An MCP server at a URL.");

const openapi = z
  .strictObject({
    openapi: word.describe("The path or the URL of the document, in JSON."),
    baseUrl: z.url().optional(),
    allowPrivateServer: z.boolean().optional(),
    serverVariables: z.record(z.string(), z.string()).optional(),
    security: z
      .record(
        z.string().max(200),
        z.union([reference, z.strictObject({ username: text, password: reference })]),
      )
      .optional()
      .describe("Credentials by the name of their security scheme."),
    headers: texts.optional(),
    tags: z.array(word).max(1_000).optional(),
    methods: z.array(word).max(20).optional(),
    ...basics,
  })
  .describe("The operations of an OpenAPI document.");

const module = z
  .strictObject({
    tools: word.describe("The path of a module that exports tools."),
    ...basics,
  })
  .describe("A module of your own tools.");

/** The schema of an upstream by the field that decides its kind. */
export const upstreamSchemas = { command: stdio, url: http, openapi, tools: module } as const;

export type StdioFile = z.infer<typeof stdio>;
export type HttpFile = z.infer<typeof http>;
export type OpenApiFile = z.infer<typeof openapi>;
export type ModuleFile = z.infer<typeof module>;

/** An agent; a text is the path of its module. */
export const agentSchema = z.strictObject({
  agent: word.describe("The path of a module whose default export is the agent."),
  description: z
    .string()
    .max(200)
    .optional()
    .describe("When to use it, for the model of the client."),
  model: z
    .string()
    .max(300)
    .optional()
    .describe("The model, such as anthropic:claude-sonnet-5. Default: the agent's own llm."),
  apiKey: reference.optional(),
  baseUrl: z.url().optional().describe("The address of another server for the model."),
});

const agentsText = "Agents by name: the path of a module, or an object with a model.";

const rest = {
  $schema: z.string().optional(),
  policy: z
    .strictObject({
      approve: approval.optional(),
      trustHints,
      approvalTimeoutMs: milliseconds.optional(),
      rules: z
        .array(z.record(z.string().max(100), z.unknown()))
        .max(500)
        .optional()
        .describe("Rules about calls, of which the first one that matches decides."),
      defaults: z
        .strictObject({
          read: verdict.optional(),
          write: verdict.optional(),
          destructive: verdict.optional(),
        })
        .optional()
        .describe("Verdicts by effect, for calls that no rule matches."),
    })
    .optional()
    .describe("The policy for all calls, and for upstreams without one of their own."),
  limits: z
    .strictObject({
      startTimeoutMs: milliseconds.optional(),
      callTimeoutMs: milliseconds.optional(),
      maxAnswerBytes: basics.maxAnswerBytes,
      maxTools: basics.maxTools,
      programs: z
        .strictObject({
          timeoutMs: milliseconds.optional(),
          steps: z.int().min(1).optional(),
          memoryBytes: z.int().min(1_000).optional(),
          toolCalls: z.int().min(0).optional(),
        })
        .optional()
        .describe("The limits of one program."),
    })
    .optional()
    .describe("The limits of upstreams without their own, and of programs."),
  libraries: word.optional().describe("A folder of program libraries."),
  logins: word.optional().describe("The folder with the tokens of logins. Default: .ptc/logins."),
  pins: word.optional().describe("The folder that remembers approved tools. Default: ptc.pins."),
  sessions: z
    .strictObject({
      store: word.optional().describe("A SQLite file. Default: memory."),
      ttlMs: milliseconds
        .optional()
        .describe("The time in milliseconds after which an unused session is deleted."),
      keys: z
        .array(z.strictObject({ id: z.string().min(1).max(100), key: reference }))
        .min(1)
        .max(20)
        .optional()
        .describe("Keys that encrypt the file. The first encrypts; the others only decrypt."),
    })
    .optional(),
  http: z
    .strictObject({
      host: word.optional(),
      port: z.int().min(0).max(65_535).optional(),
      token: reference.optional(),
      tokens: z
        .record(z.string().regex(/^[A-Za-z][A-Za-z0-9_-]{0,29}$/), reference)
        .optional()
        .describe("A token for each client, by its name. Each client has its own sessions."),
      allowedOrigins: z.array(word).max(1_000).optional(),
      allowedHosts: z.array(word).max(1_000).optional(),
      maxBodyBytes: z.int().min(1_000).max(100_000_000).optional(),
      requestsPerMinute: z.int().min(1).max(1_000_000).optional(),
    })
    .optional()
    .describe("How clients connect over HTTP."),
};

/** Upstreams are checked one by one, by their own schema, so that errors are precise. */
export const fileSchema = z.strictObject({
  upstreams: z.record(z.string(), z.unknown()).optional(),
  mcpServers: z.record(z.string(), z.unknown()).optional(),
  agents: z.record(z.string(), z.unknown()).optional(),
  ...rest,
});

export type ConfigurationFile = z.infer<typeof fileSchema>;

/** The schema for editors. */
export const editorSchema = z.strictObject({
  upstreams: z
    .record(
      z.string().regex(/^[A-Za-z][A-Za-z0-9_-]{0,29}$/),
      z.union(Object.values(upstreamSchemas)),
    )
    .optional()
    .describe("Sources of tools by name. Programs call (tool/NAME/TOOL …)."),
  mcpServers: z
    .record(z.string(), z.looseObject({}))
    .optional()
    .describe("MCP servers in the form of Claude Desktop and Cursor."),
  agents: z
    .record(z.string().max(64), z.union([word, agentSchema]))
    .optional()
    .describe(agentsText),
  ...rest,
});
