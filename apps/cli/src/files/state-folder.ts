// The folder for files that outlive a command and belong to one person.

import { isAbsolute, join } from "node:path";
import type { Host } from "../terminal/host.ts";

/** Returns the folder, which may not exist yet. `home` is used without `HOME`. */
export function stateFolder(environment: Host["environment"], home: string): string {
  const { XDG_STATE_HOME: state = "", HOME = home } = environment;
  return join(isAbsolute(state) ? state : join(HOME, ".local", "state"), "ptc");
}
