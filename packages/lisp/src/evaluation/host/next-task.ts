// Lets the host do something else within a run: its timers and messages, and whoever aborts.

/**
 * Resolves in a task of its own: promises alone leave no room for timers and messages. A message to
 * oneself comes at once, where a timer would be held back for some milliseconds.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener(
      "message",
      () => {
        // An open port would keep the process.
        port1.close();
        resolve();
      },
      { once: true },
    );
    port1.start();
    port2.postMessage(undefined);
  });
}
