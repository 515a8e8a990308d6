/** The options of a resumed run that its checkpoint determines. */
export const checkpointedOptionNames = ["journal", "runId", "turn", "random"] as const;
