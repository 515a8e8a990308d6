// Every family of attacks.

import { besideFamily } from "./families/beside.ts";
import { commandFamily } from "./families/commands.ts";
import { poolFamilies } from "./families/pool.ts";
import { programFamilies } from "./families/programs.ts";
import { promptFamily } from "./families/prompts.ts";
import { storedFamily } from "./families/stored.ts";
import { traceFamily } from "./families/traces.ts";
import type { Family } from "./family.ts";

const alone: readonly Family[] = [
  ...programFamilies,
  storedFamily,
  ...poolFamilies,
  promptFamily,
  traceFamily,
  commandFamily,
];

export const families: readonly Family[] = [...alone, besideFamily(alone)];
