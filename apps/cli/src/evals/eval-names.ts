// Names that the help of `ptc eval-missions` lists. It loads no suite.

/** The suites of @ptc/evals/suites. */
export const shippedSuites = ["missions", "fleet", "desks"] as const;

/** The modes of `--mode`. `direct` calls tools one by one. */
export const evalModes = ["program", "program-call", "combined", "direct"] as const;
