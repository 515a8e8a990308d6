// Every family of attacks.

import { commandFamily } from "./families/commands.ts";
import { poolFamilies } from "./families/pool.ts";
import { programFamilies } from "./families/programs.ts";
import { promptFamily } from "./families/prompts.ts";
import { storedFamily } from "./families/stored.ts";
import { traceFamily } from "./families/traces.ts";
import type { Family } from "./family.ts";

export const families: readonly Family[] = [
  ...programFamilies,
  storedFamily,
  ...poolFamilies,
  promptFamily,
  traceFamily,
  commandFamily,
];
