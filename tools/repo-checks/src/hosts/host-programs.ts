// All programs for comparing hosts. Names are unique.

import type { HostProgram } from "./host-program.ts";
import { limitPrograms } from "./programs/limits.ts";
import { mathematicsPrograms } from "./programs/mathematics.ts";
import { memoryPrograms } from "./programs/memory.ts";
import { toolPrograms } from "./programs/tools.ts";
import { valuePrograms } from "./programs/values.ts";
import { vectorPrograms } from "./vector-programs.ts";

export function hostPrograms(): readonly HostProgram[] {
  return [
    ...vectorPrograms(),
    ...limitPrograms,
    ...mathematicsPrograms,
    ...memoryPrograms,
    ...toolPrograms,
    ...valuePrograms,
  ];
}
