// Runs all patterns, and prints what each takes.

import { allPatterns, patternTable } from "./patterns.ts";

console.log(patternTable(await allPatterns(1)));
