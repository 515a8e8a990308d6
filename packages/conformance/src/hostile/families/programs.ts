// Attacks with programs in this process: arbitrary programs, programs over keys with colliding
// hashes, and programs over integers with many digits.

import { family, type Family } from "../family.ts";
import { judge } from "../judge.ts";
import { hostOfProgram, hostileProgram, sourceOfProgram } from "./hostile-program.ts";
import type { HostileProgram } from "./hostile-program.ts";

const collisions: readonly string[] = [
  "(vec (repeat 3000 [##NaN]))",
  "(map vector (repeat ##NaN))",
  "(zipmap (map vector (repeat 2000 ##NaN)) (range))",
  "(case data/x (SHAPE) 1 2)",
  "(case SHAPE SHAPE 1 2)",
  "(set data/x)",
  "(hash-set data/x (tool/give {}) ##NaN)",
  "(= data/x (tool/give {}))",
  "(hash data/x)",
  "(frequencies data/x)",
  "(group-by identity data/x)",
  "(distinct data/x)",
  "(into (sorted-map) data/x)",
  "(assoc data/x data/x data/x)",
  "(merge-with conj data/x (tool/give {}))",
  "(clojure.set/union (set data/x) (set (tool/give {})))",
  "(task [data/x] data/x)",
];

const integers: readonly string[] = [
  "(reduce * (range 1 2000))",
  "(loop [x 3 i 0] (if (< i 16) (recur (* x x) (inc i)) x))",
  "(bit-shift-left 1 62)",
  "(bigint 1e308)",
  "(vec (repeat 200 data/x))",
  '(format "%,d" data/x)',
  '(format "%020d" data/x)',
  "(json/parse-string (str data/x))",
  "(parse-long (str data/x))",
  "(read-string (str data/x))",
  "(quot data/x 7)",
  "(mod data/x 1000000007)",
  "(* data/x data/x)",
  "(- data/x)",
  "(hash data/x)",
  "(compare data/x (tool/give {}))",
  "(max data/x (tool/give {}) 1e308)",
  "(sort [data/x (tool/give {}) data/x])",
  "(double data/x)",
  "(str data/x)",
  "(into {} (map (fn [i] [(+ i data/x) i]) (range 100)))",
];

const judged = async (program: HostileProgram): Promise<string | undefined> =>
  judge(sourceOfProgram(program), hostOfProgram(program));

export const programFamilies: readonly Family[] = [
  family(
    "programs",
    40,
    (_, corpus) => corpus.program(),
    (source: string) => judge(source),
  ),
  family(
    "collisions",
    10,
    (random, corpus) => hostileProgram(random, corpus, "collisions", collisions),
    judged,
  ),
  family(
    "integers",
    10,
    (random, corpus) => hostileProgram(random, corpus, "integers", integers),
    judged,
  ),
];
