// A mission as a folder keeps it: an agent and the data it works on. `ptc run <folder>` loads the
// module `mission` of the folder and expects one of these as its default export.

import type { Agent } from "../agent/agent.ts";

export interface Mission {
  /** One line for a person. */
  readonly title: string;
  readonly agent: Agent;
  /** The context, made when the mission starts. */
  readonly context?: () =>
    Readonly<Record<string, unknown>> | Promise<Readonly<Record<string, unknown>>>;
}
