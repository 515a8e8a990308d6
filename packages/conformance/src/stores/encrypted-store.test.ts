import { createMemoryStore, encryptedStore } from "@ptc/core/store";
import { testStore } from "./test-store.ts";

testStore({
  name: "encrypted",
  isShared: false,
  isPersistent: false,
  create: () =>
    Promise.resolve({
      open: ({ clock, maximumBytes }) => {
        const keys = { current: { id: "2026-01", key: "a secret of the host" } };
        const options = maximumBytes === undefined ? {} : { maximumBytes };
        // Encrypted texts are longer.
        const memory = createMemoryStore({ clock, maximumBytes: 400_000_000 });
        return Promise.resolve(encryptedStore(memory, keys, options));
      },
      remove: () => Promise.resolve(),
    }),
});
