// Texts about the providers, derived from their table.

import type { ModelProviders } from "@ptc/subagent/internal/node";
import { providers } from "./provider-table.ts";

const entries = Object.entries<ModelProviders[string]>(providers);
const names = entries.map(([name]) => name);

/** The option `--model`. It completes the start of a model's name, up to the colon. */
export const modelOption = {
  value: "provider:name",
  description: `the model to call: ${names.map((name) => `${name}:…`).join(", ")}, or manual:folder`,
  offer: [...names, "manual"].map((name) => `${name}:`),
};

/** The environment variables with keys, for help texts. */
export const keyVariables = listed(entries.flatMap(([, { keyVariable }]) => keyVariable ?? []));

/** The rows of the table of models in the README of this package. */
export const providerRows: readonly string[] = entries.map(
  ([name, { package: npmPackage, keyVariable, urlVariable, hasKeylessServers }]) => {
    const key =
      keyVariable === undefined
        ? "none"
        : `\`${keyVariable}\`${hasKeylessServers === true ? " (optional for other servers)" : ""}`;
    return `| \`${name}:…\` | \`${npmPackage}\` | ${key} | \`${urlVariable}\` |`;
  },
);

/** Returns `A, B or C`. */
function listed(words: readonly string[]): string {
  return words.join(", ").replace(/, ([^,]*)$/, " or $1");
}
