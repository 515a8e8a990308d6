// Loads `@ptc/gateway`, and runs an action of `ptc mcp`.

import type { GatewayRequest, runGateway } from "@ptc/gateway";
import { optionalPackage } from "../files/optional-package.ts";
import type { ExitCode } from "../terminal/exit-code.ts";
import type { Host } from "../terminal/host.ts";
import { version } from "../version.ts";

interface GatewayPackage {
  readonly runGateway: typeof runGateway;
}

/** Runs the action. @throws LoadError if the package can't be loaded */
export async function runMcp(
  request: Omit<GatewayRequest, "command" | "version">,
  host: Host,
  load: () => Promise<GatewayPackage> = () => import("@ptc/gateway"),
): Promise<ExitCode> {
  const gateway = await optionalPackage(
    load,
    "this command needs the package @ptc/gateway: npm install @ptc/gateway",
  );
  const code = await gateway.runGateway(
    { ...request, command: "ptc mcp", version: version() },
    host,
  );
  return code === 0 || code === 1 ? code : 2;
}
