// Loads `@ptc/gateway`, and runs an action of `ptc mcp`.

import { LoadError } from "@ptc/core/internal/host";
import type { GatewayRequest, runGateway } from "@ptc/gateway";
import type { ExitCode } from "../terminal/exit-code.ts";
import type { Host } from "../terminal/host.ts";
import { version } from "../version.ts";

interface GatewayPackage {
  readonly runGateway: typeof runGateway;
}

/** Runs the action. @throws LoadError if the package isn't installed */
export async function runMcp(
  request: Omit<GatewayRequest, "command" | "version">,
  host: Host,
  load: () => Promise<GatewayPackage> = () => import("@ptc/gateway"),
): Promise<ExitCode> {
  const gateway = await loaded(load);
  const code = await gateway.runGateway(
    { ...request, command: "ptc mcp", version: version() },
    host,
  );
  return code === 0 || code === 1 ? code : 2;
}

async function loaded(load: () => Promise<GatewayPackage>): Promise<GatewayPackage> {
  try {
    return await load();
  } catch (error) {
    const { code } = error as { readonly code?: unknown };
    if (code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new LoadError("this command needs the package @ptc/gateway: npm install @ptc/gateway");
  }
}
