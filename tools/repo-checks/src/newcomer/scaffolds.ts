// Creates a project of each template with `npm create ptc`, from a registry, and installs, compiles
// and tests it. Tests run without a network.

import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import type { LocalRegistry } from "../../../release/src/local-registry.ts";

const projects = [
  ["agent", "anthropic"],
  ["agent", "ollama"],
  ["chat-app", "openai"],
  ["mcp-server", undefined],
  ["sandbox", undefined],
] as const;

/** Returns what fails, by template. */
export function problemsOfScaffolds(folder: string, { env }: LocalRegistry): readonly string[] {
  mkdirSync(folder, { recursive: true });
  const node = dirname(process.execPath);
  const onNode = { ...env, PATH: [node, env["PATH"] ?? ""].join(delimiter) };
  return projects.flatMap(([template, provider]) => {
    const name = `${template}-${provider ?? "none"}`;
    const words = [
      "--template",
      template,
      ...(provider === undefined ? [] : ["--provider", provider]),
    ];
    const steps: readonly (readonly [
      readonly string[],
      string,
      Readonly<Record<string, string>>,
    ])[] = [
      [["npm", "create", "ptc@latest", name, "--", ...words], folder, env],
      [["npm", "install", "--no-audit", "--no-fund"], join(folder, name), env],
      [["npm", "run", "typecheck"], join(folder, name), onNode],
      // No host answers at this address, so a test that needs the network fails.
      [["npm", "test"], join(folder, name), { ...onNode, HTTPS_PROXY: "http://127.0.0.1:9" }],
    ];
    for (const [[command = "", ...rest], cwd, environment] of steps) {
      const { status, stdout, stderr } = spawnSync(command, rest, {
        cwd,
        env: { ...environment, npm_config_yes: "true" },
        encoding: "utf8",
        timeout: 300_000,
      });
      if (status !== 0)
        return [
          `${name}: ${[command, ...rest].join(" ")} ends with ${String(status)}: ${stdout}${stderr}`,
        ];
    }
    return [];
  });
}
