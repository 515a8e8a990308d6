// The names of the semantic conventions for generative AI that the spans and metrics of this
// package follow, and our own names for what those conventions lack. The conventions are in
// development, so a later release of this package may use other names.

/** The version of the OpenTelemetry semantic conventions that these names follow. */
export const conventionsVersion = "1.42.0";

export const schemaUrl = `https://opentelemetry.io/schemas/${conventionsVersion}`;

/** The values of `gen_ai.operation.name`. */
export const operations = {
  agent: "invoke_agent",
  chat: "chat",
  tool: "execute_tool",
} as const;

/** The names of attributes in the conventions. */
export const genAi = {
  operation: "gen_ai.operation.name",
  provider: "gen_ai.provider.name",
  requestModel: "gen_ai.request.model",
  agentName: "gen_ai.agent.name",
  toolName: "gen_ai.tool.name",
  toolType: "gen_ai.tool.type",
  toolCallId: "gen_ai.tool.call.id",
  toolArguments: "gen_ai.tool.call.arguments",
  toolResult: "gen_ai.tool.call.result",
  inputMessages: "gen_ai.input.messages",
  outputMessages: "gen_ai.output.messages",
  inputTokens: "gen_ai.usage.input_tokens",
  outputTokens: "gen_ai.usage.output_tokens",
  cachedInputTokens: "gen_ai.usage.cache_read.input_tokens",
  tokenType: "gen_ai.token.type",
  errorType: "error.type",
  httpStatus: "http.response.status_code",
} as const;

/** The value of `error.type` for errors without a kind. */
export const otherError = "_OTHER";

/** The names of attributes, events and metrics that the conventions lack. */
export const ptc = {
  traceId: "ptc.trace_id",
  depth: "ptc.depth",
  signature: "ptc.signature",
  tools: "ptc.tools",
  turns: "ptc.turns",
  turn: "ptc.turn",
  turnsLeft: "ptc.turns_left",
  isDone: "ptc.turn.done",
  requestId: "ptc.request.id",
  requestPurpose: "ptc.request.purpose",
  retryDelay: "ptc.request.retry_in_ms",
  cost: "ptc.request.cost",
  programCharacters: "ptc.program.characters",
  programSource: "ptc.program.source",
  programResult: "ptc.program.result",
  programPrints: "ptc.program.prints",
  programSteps: "ptc.program.steps",
  programMemory: "ptc.program.memory_bytes",
  programCalls: "ptc.program.tool_calls",
  layer: "ptc.tool.layer",
  isCached: "ptc.tool.cached",
  attempts: "ptc.tool.attempts",
  decision: "ptc.tool.decision",
  parallel: "ptc.parallel",
  branch: "ptc.parallel.branch",
  compaction: "ptc.compaction.strategy",
  compactionReason: "ptc.compaction.reason",
  droppedTurns: "ptc.compaction.dropped_turns",
  /** True for a span of a run that waits: it ended here, and continues when the run is resumed. */
  isWaiting: "ptc.waiting",
  /** True for a span that continues one of the same run, which ended when the run began to wait. */
  isResumed: "ptc.resumed",
  /** True for a span whose end was never reported. */
  isUnfinished: "ptc.unfinished",
  /** Why a span has a link: `parallel`, `retry`, `child`, `resumed` or `caller`. */
  link: "ptc.link",
  approvalRequested: "ptc.approval.requested",
  approvalDecided: "ptc.approval.decided",
  approvalId: "ptc.approval.id",
  approvalTool: "ptc.approval.tool",
  approvalReason: "ptc.approval.reason",
  approvalDecision: "ptc.approval.decision",
  approvalMessage: "ptc.approval.message",
  approvalArguments: "ptc.approval.arguments",
  paused: "ptc.run.paused",
  resumed: "ptc.run.resumed",
  calls: "ptc.run.calls",
} as const;

/** The names of metrics. */
export const metricNames = {
  tokens: "gen_ai.client.token.usage",
  chat: "gen_ai.client.operation.duration",
  agent: "gen_ai.invoke_agent.duration",
  tool: "gen_ai.execute_tool.duration",
  toolErrors: "ptc.tool.errors",
} as const;

const factorsOf = (first: number, factor: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => first * factor ** index);

/** The bounds of histogram buckets that the conventions recommend. */
export const buckets = {
  tokens: /* @__PURE__ */ factorsOf(1, 4, 14),
  seconds: /* @__PURE__ */ factorsOf(0.01, 2, 14),
  agentSeconds: /* @__PURE__ */ factorsOf(0.1, 2, 13),
} as const;

/** The conventions' names of providers, by the first word of our names and those of the AI SDK. */
const providers: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ["anthropic", "anthropic"],
  ["openai", "openai"],
  ["azure", "azure.ai.openai"],
  ["google", "gcp.gemini"],
  ["vertex", "gcp.vertex_ai"],
  ["amazon-bedrock", "aws.bedrock"],
  ["bedrock", "aws.bedrock"],
  ["mistral", "mistral_ai"],
  ["xai", "x_ai"],
  ["moonshotai", "moonshot_ai"],
  ["cohere", "cohere"],
  ["deepseek", "deepseek"],
  ["groq", "groq"],
  ["perplexity", "perplexity"],
]);

/** Returns the conventions' name of a provider, or the given name for other providers. */
export function providerName(provider: string | undefined): string {
  if (provider === undefined || provider === "") return "unknown";
  if (provider.startsWith("google.vertex")) return "gcp.vertex_ai";
  const [first = ""] = provider.split(".", 1);
  return providers.get(first) ?? provider;
}
