/** Replaces the messages of a step that has none. */
export const messagesNotStored =
  "This step doesn't contain the messages: run the mission with collectMessages.";
