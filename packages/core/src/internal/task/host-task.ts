// Starts a new event-loop task, by the means of each host that lets its timers and sockets in. The
// measurements are in docs/decisions/0026-one-queue-of-time-slices.md.

/** Calls `run` in a new task. */
export type StartTask = (run: () => void) => void;

/** The global names that hosts may have. */
export interface HostNames {
  readonly setImmediate?: StartTask;
  readonly setTimeout: (run: () => void, milliseconds: number) => unknown;
  readonly scheduler?: {
    readonly postTask?: (run: () => void, options: { readonly priority: "background" }) => unknown;
  };
  readonly MessageChannel?: typeof MessageChannel;
  readonly navigator?: { readonly userAgent?: string };
}

/** Returns the function for a host with these global names. Allows one outstanding task. */
export function taskStarter(host: HostNames): StartTask {
  const { setImmediate, setTimeout, scheduler, MessageChannel: Channel } = host;
  if (setImmediate !== undefined) {
    if (!("Deno" in host)) return setImmediate;
    // Deno serves no sockets between immediates.
    let tasks = 0;
    return (run) => {
      if (++tasks % 4 === 0) setTimeout(run, 0);
      else setImmediate(run);
    };
  }
  if (scheduler?.postTask !== undefined)
    return (run) => scheduler.postTask?.(run, { priority: "background" });
  // Hosts that aren't browsers serve all waiting messages before their timers.
  if (Channel === undefined || !("document" in host || "importScripts" in host))
    return (run) => setTimeout(run, 0);
  let ports: InstanceType<typeof Channel> | undefined;
  let next: () => void;
  return (run) => {
    next = run;
    if (ports === undefined) {
      ports = new Channel();
      ports.port1.addEventListener("message", () => {
        next();
      });
      ports.port1.start();
    }
    ports.port2.postMessage(undefined);
  };
}
