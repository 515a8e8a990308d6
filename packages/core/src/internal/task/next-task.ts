// Yields to the host, so that its timers, messages and abort signals get their turn.

/**
 * Resolves in a new event-loop task, because promises alone leave no room for timers and messages.
 * It posts a message to itself, because hosts delay timers by several milliseconds.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener(
      "message",
      () => {
        // An open port would keep the process alive.
        port1.close();
        resolve();
      },
      { once: true },
    );
    port1.start();
    port2.postMessage(undefined);
  });
}
