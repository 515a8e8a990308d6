import { createMemoryStore } from "@ptc/core/store";
import { testStore } from "./test-store.ts";

testStore({
  name: "memory",
  isShared: false,
  isPersistent: false,
  create: () =>
    Promise.resolve({
      open: (options) => Promise.resolve(createMemoryStore(options)),
      remove: () => Promise.resolve(),
    }),
});
