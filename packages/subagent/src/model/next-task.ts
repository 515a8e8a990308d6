// Lets the host do something else before work in which nothing waits: answer others, hear of an
// abort.

/** Resolves in a task of its own, as a message to oneself arrives: promises alone leave no room. */
export async function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  await new Promise<void>((resolve) => {
    port1.addEventListener(
      "message",
      () => {
        resolve();
      },
      { once: true },
    );
    port1.start();
    port2.postMessage(undefined);
  });
  // An open port would keep the process.
  port1.close();
}
