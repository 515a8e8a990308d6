// Runs all patterns, and prints what each takes.

import { allPatterns } from "./patterns.ts";
import { patternTable } from "./table.ts";

console.log(patternTable(await allPatterns(1)));
