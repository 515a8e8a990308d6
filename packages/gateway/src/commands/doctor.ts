// Starts everything that a configuration names, lists the tools, and reports problems.

import type { Tools } from "@ptc/core/contracts";
import { ConfigurationError } from "../config/configuration-error.ts";
import type { Configuration } from "../config/configuration.ts";
import { librariesOf, openGateway, type Gateway } from "../serving/open-gateway.ts";
import type { UpstreamHealth } from "../upstreams/health.ts";
import { configurationOf } from "./configuration-file.ts";
import type { GatewayHost } from "./host.ts";
import { writeLines } from "./output.ts";
import type { GatewayRequest } from "./request.ts";

/** The findings of `doctor`. */
interface Report {
  readonly upstreams: readonly (UpstreamHealth & { readonly toolNames: readonly string[] })[];
  /** Parts that don't work, with what to do. */
  readonly problems: readonly string[];
  /** Parts that work, but may surprise. */
  readonly warnings: readonly string[];
}

/** Prints the report. Resolves to the exit code: 1 if there are problems. */
export async function doctor(request: GatewayRequest, host: GatewayHost): Promise<number> {
  const configuration = await configurationOf(request, host);
  // Mistakes in libraries must not hide those of upstreams.
  const mistakes = await libraryProblems(configuration);
  const { libraries, ...others } = configuration;
  const usable = libraries === undefined || mistakes.length > 0 ? others : configuration;
  const gateway = await openGateway(usable, { env: host.environment });
  try {
    const report = await reportOf(gateway, configuration, request.command, mistakes);
    const lines = request.json === true ? [JSON.stringify(report)] : reportLines(report);
    await writeLines(host.output, lines);
    return report.problems.length === 0 ? 0 : 1;
  } finally {
    await gateway.close();
  }
}

async function reportOf(
  gateway: Gateway,
  { warnings, http, agents, sessions }: Configuration,
  command: string,
  mistakes: readonly string[],
): Promise<Report> {
  const { upstreams, hideSecrets } = gateway;
  const health = await upstreams.start();
  const tools = await upstreams.tools();
  const problems = [
    ...mistakes,
    ...health.flatMap((upstream) => upstreamProblems(upstream, command)),
  ];
  try {
    await gateway.httpTokens();
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
  }
  return {
    upstreams: health.map((upstream) => ({
      ...upstream,
      toolNames: toolNames(upstream.name, tools),
    })),
    problems: problems.map((problem) => hideSecrets(problem)),
    warnings: [
      ...warnings.map(({ path, message }) => `${path}: ${message}`),
      ...health.flatMap((upstream) => upstreamWarnings(upstream, command)),
      ...(sessions.store === undefined
        ? ["sessions end with the process: set `sessions.store`, such as .ptc/sessions.db"]
        : []),
      ...(health.length === 0 && agents.size === 0
        ? ["the configuration has neither upstreams nor agents"]
        : []),
      ...(http.allowedOrigins.includes("*") ? ["http.allowedOrigins: `*` matches no origin"] : []),
    ],
  };
}

async function libraryProblems(configuration: Configuration): Promise<readonly string[]> {
  try {
    await librariesOf(configuration);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return error.problems.map(({ message }) => message);
  }
}

function toolNames(upstream: string, tools: Tools): readonly string[] {
  return Object.entries(tools)
    .filter(([name]) => name.startsWith(`${upstream}/`))
    .map(([name, tool]) => {
      const asks = typeof tool === "object" && tool.needsApproval !== undefined;
      return asks && tool.needsApproval !== false ? `${name} (asks)` : name;
    });
}

function upstreamProblems(
  { name, state, lastError, changedTools, errorOutput }: UpstreamHealth,
  command: string,
): readonly string[] {
  const changed = changedTools.map(
    (tool) =>
      `${tool.name} changed since it was approved (${tool.parts.join(", ")}), so its calls are ` +
      `refused: look at it, then run \`${command} accept ${name}\``,
  );
  if (state === "ready" || state === "disabled") return changed;
  const output = errorOutput.slice(-5).map((line) => `\n    ${line}`);
  return [...changed, `${name}: ${lastError ?? `it is ${state}`}${output.join("")}`];
}

function upstreamWarnings(
  { name, warnings, newTools, tools, state }: UpstreamHealth,
  command: string,
): readonly string[] {
  return [
    ...warnings.map((warning) => `${name}: ${warning}`),
    ...(state === "ready" && tools === 0 ? [`${name}: it has no tools`] : []),
    ...(newTools.length === 0
      ? []
      : [
          `${name}: new tools, whose calls ask each time: ${newTools.join(", ")} (accept them with ` +
            `\`${command} accept ${name}\`)`,
        ]),
  ];
}

const mostNames = 40;

function reportLines({ upstreams, problems, warnings }: Report): readonly string[] {
  return [
    ...upstreams.flatMap(({ name, kind, state, tools, toolNames: names }) => [
      `${state === "ready" ? "ok  " : state === "disabled" ? "off " : "FAIL"} ${name} (${kind}): ` +
        (state === "ready" ? `${String(tools)} tools` : state),
      ...names.slice(0, mostNames).map((tool) => `       ${tool}`),
      ...(names.length > mostNames
        ? [`       … and ${String(names.length - mostNames)} more`]
        : []),
    ]),
    ...warnings.map((warning) => `warning: ${warning}`),
    ...problems.map((problem) => `problem: ${problem}`),
    problems.length === 0
      ? "Everything works."
      : `${String(problems.length)} problem${problems.length === 1 ? "" : "s"}.`,
  ];
}
