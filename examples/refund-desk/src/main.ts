// Plays the story in a terminal: npm start -- examples/refund-desk

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { playStory } from "./story.ts";

const folder = mkdtempSync(join(tmpdir(), "refund-desk-"));
try {
  await playStory(folder, (line) => {
    console.log(line);
  });
} finally {
  rmSync(folder, { recursive: true });
}
