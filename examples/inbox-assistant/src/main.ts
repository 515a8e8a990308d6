// Plays the story in a terminal: npm start -- examples/inbox-assistant

import { playStory } from "./story.ts";

await playStory((line) => {
  console.log(line);
});
