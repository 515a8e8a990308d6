// Runs an action of `ptc mcp` or `ptc-mcp`, and turns errors into a message and an exit code.

import { OptionError } from "@ptc/core/errors";
import { LoadError } from "@ptc/core/internal/host";
import { oneLine } from "@ptc/core/internal/errors";
import { StoreError } from "@ptc/core/store";
import { ConfigurationError } from "../config/configuration-error.ts";
import { CredentialError } from "../config/credentials.ts";
import { accept } from "./accept.ts";
import { doctor } from "./doctor.ts";
import type { GatewayHost } from "./host.ts";
import { init } from "./init.ts";
import { list } from "./list.ts";
import { login } from "./login.ts";
import { writeLines } from "./output.ts";
import type { GatewayAction, GatewayRequest } from "./request.ts";
import { serve } from "./serve.ts";

type Run = (request: GatewayRequest, host: GatewayHost) => Promise<number>;

const actions: Readonly<Record<GatewayAction, Run>> = {
  serve,
  list,
  init,
  doctor,
  accept,
  login,
};

/**
 * Runs the action. Resolves to the exit code: 0 for success, 1 if something doesn't work, 2 if the
 * configuration or an argument can't be used. Reports errors on `host.errors`.
 */
export async function runGateway(request: GatewayRequest, host: GatewayHost): Promise<number> {
  const { action, command } = request;
  try {
    return await actions[action](request, host);
  } catch (error) {
    await writeLines(host.errors, [`${command}: ${messageOf(error)}`]);
    return isAboutInput(error) ? 2 : 1;
  }
}

function isAboutInput(error: unknown): boolean {
  return [LoadError, ConfigurationError, CredentialError, OptionError, StoreError].some(
    (kind) => error instanceof kind,
  );
}

/** A configuration's error has a line for each mistake. */
function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return isAboutInput(error) ? text : `internal error: ${oneLine(text, 2_000)}`;
}
