/** What is said in place of messages that a step does not have. */
export const messagesNotStored =
  "What the model was sent is not on this step: run the mission with collectMessages.";
