// Finds the tool that a program means by a name.

import { hostFieldName } from "@ptc/core/internal/values";

/**
 * Returns the name in `tools` of the tool that a program calls `name`: the exact name, or else the
 * name with underscores for hyphens.
 */
export function findTool(tools: ReadonlyMap<string, unknown>, name: string): string | undefined {
  if (tools.has(name)) return name;
  const spelled = hostFieldName(name);
  return tools.has(spelled) ? spelled : undefined;
}
