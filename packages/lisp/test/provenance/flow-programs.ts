// Random programs that mix values of a secret tool with those of a clean one and pass them to
// `tool/sink`. Without decisions, explicit provenance promises as much as strict provenance.

/** The names that a part of a program may use, by the kind of their values. */
interface Names {
  readonly numbers: readonly string[];
  readonly lists: readonly string[];
  readonly maps: readonly string[];
  readonly functions: readonly string[];
}

const start: Names = {
  numbers: ["s", "t", "k"],
  lists: ["sl", "tl"],
  maps: ["sm", "tm"],
  functions: ["ff"],
};

const head = `s (tool/secret {:k 0}) t (tool/clean {:k 0}) k 3
  sl (tool/secret {:k 1}) tl (tool/clean {:k 1}) sm (tool/secret {:k 2}) tm (tool/clean {:k 2})
  at (atom 0) au (atom 1) ff (fn [x] (+ x s))`;

type Part = (names: Names, depth: number) => string;

export class FlowPrograms {
  private state: number;
  private named = 0;
  private readonly hasDecisions: boolean;

  constructor(seed: number, hasDecisions: boolean) {
    this.state = seed;
    this.hasDecisions = hasDecisions;
  }

  next(): string {
    this.named = 0;
    let names = start;
    const lines: string[] = [];
    for (let line = 0; line < 4; line++) {
      const made = this.pick([
        this.send,
        this.sendEach,
        this.change,
        this.define,
        this.defineFunction,
      ])(names);
      lines.push(made.line);
      names = made.names;
    }
    return `(let [${head}]\n  ${lines.join("\n  ")}\n  (tool/sink {:v @at :w @au}))`;
  }

  private readonly send = (names: Names): { line: string; names: Names } => {
    const value = this.pick([this.number, this.list, this.map])(names, 3);
    return { line: `(tool/sink {:v ${value} :w ${this.number(names, 2)}})`, names };
  };

  private readonly sendEach = (names: Names): { line: string; names: Names } => {
    const each = this.number(withNumber(names, "z"), 2);
    return { line: `(doseq [z (take 3 ${this.list(names, 2)})] (tool/sink {:v ${each}}))`, names };
  };

  private readonly change = (names: Names): { line: string; names: Names } => {
    const number = this.number(names, 2);
    const always = [`(swap! at + ${number})`, `(reset! au ${number})`];
    const sometimes = [
      `(when ${this.test(names, 2)} (reset! at ${number}))`,
      `(doseq [z ${this.list(names, 2)}]
         (swap! au (fn [q] (+ q ${this.number(withNumber(names, "z"), 1)}))))`,
    ];
    return { line: this.pick(this.hasDecisions ? [...always, ...sometimes] : always), names };
  };

  private readonly define = (names: Names): { line: string; names: Names } => {
    const name = this.fresh("g");
    return { line: `(def ${name} ${this.number(names, 3)})`, names: withNumber(names, name) };
  };

  private readonly defineFunction = (names: Names): { line: string; names: Names } => {
    const name = this.fresh("h");
    const body = this.number(withNumber(names, "x"), 2);
    const functions = [...names.functions, name];
    return { line: `(defn ${name} [x] ${body})`, names: { ...names, functions } };
  };

  private readonly number: Part = (names, depth) => {
    if (depth <= 0) return this.leaf(names.numbers, () => String(Math.floor(this.random() * 5)));
    const [number, list, map] = [this.number, this.list, this.map].map(
      (part) => () => part(names, depth - 1),
    ) as [() => string, () => string, () => string];
    const inner = (name: string): string => this.number(withNumber(names, name), depth - 1);
    const key = (): string => this.pick([":a", ":b", ":c"]);
    const name = this.fresh("v");
    const always: (() => string)[] = [
      () => `(+ ${number()} ${number()})`,
      () => `(let [${name} ${number()}] ${inner(name)})`,
      () => `(reduce (fn [a ${name}] (+ a ${inner(name)})) ${number()} ${list()})`,
      () => `(deref ${this.pick(["at", "au"])})`,
      () => `(${this.pick(names.functions)} ${number()})`,
      () => `(${this.pick(["max", "min", "-", "*"])} ${number()} ${number()})`,
      () => `(apply ${this.pick(["+", "max", "min"])} ${number()} ${list()})`,
      () => `(deref (delay ${number()}))`,
      () => `(swap! at (fn [${name}] ${inner(name)}))`,
      () => `((memoize (fn [${name}] ${inner(name)})) ${number()})`,
      () => `((comp inc (fn [${name}] ${inner(name)})) ${number()})`,
      () => `((partial + ${number()}) ${number()})`,
      () => `(second ((juxt inc (fn [${name}] ${inner(name)})) ${number()}))`,
      () => `(letfn [(f [${name}] ${inner(name)})] (f ${number()}))`,
      () => `(sum-by :a [${map()} ${map()}])`,
      () => `(transduce (map (fn [${name}] ${inner(name)})) + ${number()} ${list()})`,
      () => `(loop [i 0 ${name} ${number()}] (if (< i 4) (recur (inc i) ${inner(name)}) ${name}))`,
      () => `(get-in {:a ${map()} :b {:a ${number()}}} [:b :a])`,
      () => `(${this.pick([":a", ":b"])} {:a ${number()} :b ${number()}})`,
    ];
    if (!this.hasDecisions) return this.pick(always)();
    const test = (): string => this.test(names, depth - 1);
    const more: (() => string)[] = [
      () => `(if ${test()} ${number()} ${number()})`,
      () => `(count ${list()})`,
      () => `(or (${this.pick(["first", "last", "second"])} ${list()}) 0)`,
      () => `(nth ${list()} ${number()} 0)`,
      () => `(get ${map()} ${key()} 0)`,
      () => `(${map()} ${key()} 0)`,
      () => `(get {0 ${number()} 1 ${number()} 2 ${number()}} ${number()} 0)`,
      () => `({0 ${number()} 1 ${number()} 2 ${number()}} ${number()} 0)`,
      () => `([${number()} ${number()} ${number()}] (mod ${number()} 3))`,
      () => `(${key()} ${map()} ${number()})`,
      () => `(case ${number()} 0 ${number()} 1 ${number()} ${number()})`,
      () => `(or (and ${test()} ${number()}) ${number()})`,
      () => `(count (str ${number()} ${map()}))`,
      () =>
        `(try (if ${test()} (throw (ex-info "x" {:a ${number()}})) ${number()})
           (catch Exception e (or (:a (ex-data e)) 0)))`,
      () => `(or (some (fn [${name}] (if (even? ${name}) ${name} nil)) ${list()}) 0)`,
      () => `(let [[${name}] ${list()} ${name} (or ${name} 0)] ${inner(name)})`,
      () => `(let [{${name} ${key()} :or {${name} ${number()}}} ${map()}] (or ${name} 0))`,
      () => `(or (first (lazy-seq ${list()})) 0)`,
      () => `((fnil inc ${number()}) ${number()})`,
    ];
    return this.pick([...always, ...more])();
  };

  private readonly list: Part = (names, depth) => {
    if (depth <= 0)
      return this.leaf(names.lists, () => `[${this.number(names, 0)} ${this.number(names, 0)}]`);
    const [number, list, map] = [this.number, this.list, this.map].map(
      (part) => () => part(names, depth - 1),
    ) as [() => string, () => string, () => string];
    const name = this.fresh("x");
    const inner = (): string => this.number(withNumber(names, name), depth - 1);
    const each = (): string => `(fn [${name}] ${inner()})`;
    const always: (() => string)[] = [
      () => `[${number()} ${number()}]`,
      () => `(${this.pick(["map", "mapv"])} ${each()} ${list()})`,
      () => `(pmap ${each()} (take 3 ${list()}))`,
      () => `(for [${name} ${list()}] ${inner()})`,
      () => `(conj (vec ${list()}) ${number()})`,
      () => `(reverse ${list()})`,
      () => `(concat ${list()} ${list()})`,
      () => `(into [${number()}] (map ${each()}) ${list()})`,
      () => `(list* ${number()} ${list()})`,
      () => `(reductions + ${list()})`,
      () => `(mapcat (fn [${name}] [${inner()} ${name}]) ${list()})`,
      () => `(take 3 (iterate ${each()} ${number()}))`,
      () => `(mapv :a (mapv (fn [${name}] {:a ${inner()} :b ${number()}}) ${list()}))`,
    ];
    if (!this.hasDecisions) return this.pick(always)();
    const test = (): string => this.test(withNumber(names, name), depth - 1);
    const more: (() => string)[] = [
      () => `(${this.pick(["filter", "remove", "filterv", "take-while", "drop-while"])}
        (fn [${name}] ${test()}) ${list()})`,
      () => `(for [${name} ${list()} ${this.pick([":when", ":while"])} ${test()}] ${inner()})`,
      () => `(sort-by ${each()} ${list()})`,
      () => `(${this.pick(["take", "drop"])} ${number()} ${list()})`,
      () => `(if ${this.test(names, depth - 1)} ${list()} ${list()})`,
      () => `(rest ${list()})`,
      () => `(interleave ${list()} ${list()})`,
      () => `(range (min 5 (max 0 ${number()})))`,
      () => `(filter number? (vals ${map()}))`,
      () => `(map count (map str (keys ${map()})))`,
      () => `(map count (vals (group-by ${each()} ${list()})))`,
      () => `(distinct ${list()})`,
      () => `(map first (partition-all 2 ${list()}))`,
      () => `(repeat (min 4 (max 0 ${number()})) ${number()})`,
      () => `(map (fn [q] (or (:b q) 0)) (sort-by :a [${map()} {:a 1 :b ${number()}}]))`,
    ];
    return this.pick([...always, ...more])();
  };

  private readonly map: Part = (names, depth) => {
    const pair = (inner: number): string =>
      `{:a ${this.number(names, inner)} :b ${this.number(names, inner)}}`;
    if (depth <= 0) return this.leaf(this.hasDecisions ? names.maps : [], () => pair(0));
    const map = (): string => this.map(names, depth - 1);
    const number = (): string => this.number(names, depth - 1);
    const key = this.pick([":a", ":b", ":c"]);
    const always: (() => string)[] = [
      () => pair(depth - 1),
      () => `(assoc ${map()} ${key} ${number()})`,
      () => `(merge ${map()} ${map()})`,
      () => `(select-keys ${map()} [:a :b])`,
      () => `(update ${map()} :a (fn [x] (+ (or x 0) ${number()})))`,
      () => `(assoc-in ${map()} [:c :a] ${number()})`,
      () => `(first [${map()} ${map()}])`,
    ];
    const more: (() => string)[] = [
      () => `(dissoc ${map()} ${key})`,
      () => `(if ${this.test(names, depth - 1)} ${map()} ${map()})`,
      () => `(zipmap [:a :b :c] ${this.list(names, depth - 1)})`,
      () => `(into {} (map (fn [[k v]] [k v]) ${map()}))`,
      () => `(reduce (fn [m x] (assoc m :a x)) ${map()} ${this.list(names, depth - 1)})`,
      () => `(first (sort-by :a [${map()} ${map()}]))`,
    ];
    return this.pick(this.hasDecisions ? [...always, ...more] : always)();
  };

  private test(names: Names, depth: number): string {
    const number = (): string => this.number(names, depth);
    const list = (): string => this.list(names, depth);
    const tests: (() => string)[] = [
      () => `(< ${number()} ${number()})`,
      () => `(= ${number()} ${number()})`,
      () => `(even? ${number()})`,
      () => `(empty? ${list()})`,
      () => `(contains? ${this.map(names, depth)} :a)`,
      () => `(every? even? ${list()})`,
      () => `(not ${this.test(names, depth - 1)})`,
    ];
    return (depth > 0 ? this.pick(tests) : (tests[0] ?? number))();
  }

  private leaf(names: readonly string[], other: () => string): string {
    return names.length > 0 && this.random() < 0.6 ? this.pick(names) : other();
  }

  private fresh(prefix: string): string {
    this.named += 1;
    return `${prefix}${String(this.named)}`;
  }

  private pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.random() * items.length)] as Item;
  }

  private random(): number {
    this.state = (Math.imul(this.state, 1_664_525) + 1_013_904_223) >>> 0;
    return this.state / 4_294_967_296;
  }
}

function withNumber(names: Names, name: string): Names {
  return { ...names, numbers: [...names.numbers, name] };
}
