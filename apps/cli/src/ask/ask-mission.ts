// Makes an agent from the question, the tools and the options of `ptc ask`.

import { OptionError } from "@ptc/core/errors";
import { presentFields } from "@ptc/core/internal/host";
import { defineAgent, type Agent } from "@ptc/subagent";
import { loadAgentTools } from "@ptc/subagent/internal/node";
import { givenLibraries } from "../library/given-libraries.ts";
import { UsageError } from "../terminal/usage-error.ts";
import type { AskSetup } from "../mission/ask-setup.ts";

/** The name of the agent in traces. */
export const agentName = "ask";

/** Returns the agent. @throws LoadError for tools or a signature that an agent can't have */
export async function agentOf(setup: AskSetup): Promise<Agent> {
  const { question, folder, signature, maxTurns, limits } = setup;
  const tools = await loadAgentTools(setup.tools.map((path) => ({ folder, path })));
  const given = await givenLibraries(setup, setup.libraries);
  try {
    return defineAgent({
      name: agentName,
      // A question is text, not a template.
      prompt: question.replaceAll("{{", "\\{{"),
      tools,
      limits,
      ...given,
      ...presentFields({ signature, maxTurns }),
    });
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    throw new UsageError(
      error.message.replace(/^option `(signature|maxTurns)`/, (_, name) =>
        name === "signature" ? "--signature" : "--max-turns",
      ),
      { isAboutArguments: true },
    );
  }
}
