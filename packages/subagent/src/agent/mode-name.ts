// The names of the ways to answer.

/** How a model answers a mission; see `AgentOptions.mode`. */
export type ModeName = "program" | "program-call" | "text" | "combined";
