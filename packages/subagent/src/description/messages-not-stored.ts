/** Replaces the messages of a step that has none. */
export const messagesNotStored =
  "What the model was sent is not on this step: run the mission with collectMessages.";
