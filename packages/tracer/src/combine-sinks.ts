// Several sinks as one.

import type { TraceSink } from "@ptc/core/contracts";

/** Every sink gets every event, in the order given, whatever the others do with it. Absent ones are passed over. */
export function combineSinks(...sinks: readonly (TraceSink | undefined)[]): TraceSink {
  return {
    emit: (event) => {
      for (const sink of sinks) {
        try {
          sink?.emit(event);
        } catch {
          // A broken sink must break neither the run nor its neighbours.
        }
      }
    },
  };
}
