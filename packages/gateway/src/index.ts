// `@ptc/gateway`: reads `ptc.json`, and starts its upstreams.

export { ConfigurationError } from "./config/configuration-error.ts";
export type { ConfigurationProblem } from "./config/configuration-error.ts";
export { parseConfiguration } from "./config/parse-configuration.ts";
export type { ConfigurationLocation } from "./config/parse-configuration.ts";
export { readConfiguration } from "./config/read-configuration.ts";
export { configurationSchema } from "./config/editor-schema.ts";
export type {
  AgentConfiguration,
  ApprovalPolicy,
  BasicCredential,
  Configuration,
  HttpSettings,
  HttpUpstream,
  LoginSettings,
  ModelSettings,
  ModuleUpstream,
  OAuthConfiguration,
  OpenApiUpstream,
  ProgramLimits,
  SessionKeyReference,
  SessionSettings,
  StdioUpstream,
  UpstreamConfiguration,
  UpstreamLimits,
} from "./config/configuration.ts";
export type { Reference, ReferringText } from "./config/references.ts";
export { openUpstreams } from "./upstreams/open-upstreams.ts";
export type { Upstreams, UpstreamsOptions } from "./upstreams/open-upstreams.ts";
export type { UpstreamHealth, UpstreamState } from "./upstreams/health.ts";
export type { UpstreamPrompts } from "./upstreams/upstream-prompts.ts";
export type { UpstreamClock } from "./upstreams/flood-gate.ts";
export type { LoadModule } from "./upstreams/module-session.ts";
export type { PinnedTools, PinStore } from "./upstreams/pins.ts";
export { pinFolder } from "./upstreams/pin-folder.ts";
export type { ToolDigest, ToolParts } from "./upstreams/tool-digest.ts";
export { openGateway } from "./serving/open-gateway.ts";
export type { Gateway, GatewayOptions } from "./serving/open-gateway.ts";
export { serveHttp } from "./transports/serve-http.ts";
export type { HttpLimits, HttpServerOptions, HttpServing } from "./transports/serve-http.ts";
export type { GuardSettings } from "./transports/http-guards.ts";
export { serveStdio } from "./transports/serve-stdio.ts";
export type { StdioOptions, StdioServing } from "./transports/serve-stdio.ts";
export { runGateway } from "./commands/run-gateway.ts";
export type { GatewayHost } from "./commands/host.ts";
export { gatewayActions } from "./commands/request.ts";
export type { GatewayAction, GatewayRequest } from "./commands/request.ts";
