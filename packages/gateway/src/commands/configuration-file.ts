// Finds the configuration of a command.

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { LoadError } from "@ptc/core/internal/host";
import type { Configuration } from "../config/configuration.ts";
import { readConfiguration } from "../config/read-configuration.ts";
import type { GatewayHost } from "./host.ts";
import type { GatewayRequest } from "./request.ts";

/** The name of the file in the current folder. */
export const configurationName = "ptc.json";

/** @throws LoadError if there is no file @throws ConfigurationError with every mistake */
export async function configurationOf(
  { config, command }: Pick<GatewayRequest, "config" | "command">,
  { folder }: Pick<GatewayHost, "folder">,
): Promise<Configuration> {
  const path = resolve(folder, config ?? configurationName);
  if (config === undefined && !existsSync(path))
    throw new LoadError(
      `there is no ${configurationName} in ${folder}: create one with \`${command} init\`, or pass --config FILE`,
    );
  return await readConfiguration(path);
}

/** Returns the parts of the configuration without an effect as lines. */
export function warningLines({ warnings }: Configuration): readonly string[] {
  return warnings.map(({ path, message }) => `warning: ${path}: ${message}`);
}
