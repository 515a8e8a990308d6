import { createMemoryStore } from "@ptc/core/store";
import { storedRuns } from "./stored-runs.ts";
import { testRuns } from "./test-runs.ts";

testRuns({
  name: "runs in memory",
  create: (clock) =>
    Promise.resolve(storedRuns(createMemoryStore({ clock }), () => Promise.resolve())),
});
