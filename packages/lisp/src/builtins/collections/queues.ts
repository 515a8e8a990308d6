// Queues, which are read from the front and extended at the end, with `conj`, `peek` and `pop`.

import { emptyQueue } from "../../sequence/sequence-source.ts";
import { row, type BuiltinRow } from "../row.ts";

const bytesOfQueue = 96;

export const queueRows: readonly BuiltinRow[] = [
  row(["PersistentQueue/EMPTY", "clojure.lang.PersistentQueue/EMPTY"], "PersistentQueue/EMPTY", {
    doc: "The empty queue: conj adds at its end; peek and pop use its front.",
    example: ["(let [q (conj PersistentQueue/EMPTY 1 2 3)] [(peek q) (pop q)])", "[1 (2 3)]"],
    // A queue grows in place, so programs must not share one.
    standsForCall: true,
    readsElements: false,
    arities: {
      0: (branch) => {
        branch.charge(bytesOfQueue);
        return emptyQueue();
      },
    },
  }),
];
