import { providers, templates } from "./choices.ts";

/** The text of `--help`. */
export const help = `npm create ptc@latest [folder] -- [options]

  --template <name>   ${Object.keys(templates).join(", ")}
  --provider <name>   ${Object.keys(providers).join(", ")} (agent and chat-app)
  --yes               ask nothing: the folder my-ptc-app, the template agent, the provider anthropic
  --help              this text

${Object.entries(templates)
  .map(([name, text]) => `  ${name.padEnd(12)} ${text}`)
  .join("\n")}`;
