// Runs all patterns and prints the usage of each.

import { allPatterns } from "./patterns.ts";
import { patternTable } from "./table.ts";

console.log(patternTable(await allPatterns(1)));
