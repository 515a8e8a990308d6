// Reads an agent of a configuration: the path of its module, or an object with its model.

import type { AgentConfiguration, ModelSettings } from "./configuration.ts";
import { agentSchema } from "./file-schema.ts";
import type { Path, Problems } from "./problems.ts";
import { absolutePath, isUnencrypted, type UpstreamDefaults } from "./read-upstream.ts";
import { TextFields } from "./text-fields.ts";

/** Names that people try, with ours. */
const aliases: ReadonlyMap<string, string> = new Map([
  ["module", "use `agent`"],
  ["path", "use `agent`"],
  ["llm", 'use `model`, such as "anthropic:claude-sonnet-5"'],
  ["key", "use `apiKey`"],
]);

const modelName = /^[a-z][a-z0-9-]{0,29}:\S/;

/** Returns the agent, or adds its mistakes and returns undefined. */
export function readAgent(
  given: unknown,
  path: Path,
  folders: Pick<UpstreamDefaults, "folder" | "home">,
  problems: Problems,
): AgentConfiguration | undefined {
  const data = problems.check(
    agentSchema,
    typeof given === "string" ? { agent: given } : given,
    path,
    aliases,
  );
  if (data === undefined) return undefined;
  const { agent, description, model, apiKey, baseUrl } = data;
  if (model !== undefined && !modelName.test(model))
    problems.error(
      [...path, "model"],
      'expected provider:model, such as "anthropic:claude-sonnet-5"',
    );
  if (model === undefined && (apiKey !== undefined || baseUrl !== undefined))
    problems.error([...path, "model"], "is missing: `apiKey` and `baseUrl` belong to a model");
  if (apiKey !== undefined && baseUrl !== undefined && isUnencrypted(baseUrl))
    problems.warn([...path, "baseUrl"], "credentials are sent without encryption: use https://");
  const key =
    apiKey === undefined
      ? undefined
      : new TextFields(problems).read([...path, "apiKey"], apiKey, "credential", "model key");
  const settings: ModelSettings | undefined =
    model === undefined
      ? undefined
      : {
          name: model,
          ...(key === undefined ? {} : { apiKey: key }),
          ...(baseUrl === undefined ? {} : { baseUrl }),
        };
  return {
    module: absolutePath(agent, folders),
    ...(description === undefined ? {} : { description }),
    ...(settings === undefined ? {} : { model: settings }),
  };
}
