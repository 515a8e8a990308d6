// More names from other languages: statements, and families of names that one rule covers, such as
// `str->int` and `parse_int`. They complete foreign-names.ts.

const skip =
  "there is no way to skip an iteration: use :when in for and doseq, filter or remove for a collection";
const stop =
  "use (reduced x) in reduce, take-while, (first (filter pred coll)), or loop without recur";
const toNumber = "use (parse-long s), or (parse-double s) for decimals";
const toDecimal = "use (parse-double s)";
const toText = "use str: (str x)";
const toDate = "use (LocalDate/parse s); for a date with time (Instant/parse s)";
const toTime = "use (Instant/parse s); for a date (LocalDate/parse s)";
const readJson = "use (json/parse-string s)";
const writeJson = "use (json/generate-string x)";
const pipe = "use (->> coll (map f)) for collections, (-> x (f a)) for other values";
const arrow = "write a function (fn [x] …); to compare write (>= x y)";
const remainder = "use mod: (mod x y), or (rem x y)";
const async = "calls wait for their result: omit it; (pmap f coll) runs calls in parallel";
const catchAll = "use (try … (catch Exception e …))";
const outside = "programs read only data/… and call only tools: use a tool, (tool/name {…})";
const noClasses = "there are no classes: use maps, and functions with defn";

/** Name -> what to write instead. */
export const foreignWords: ReadonlyMap<string, string> = new Map([
  ...each("fetch http-get http-post curl open open-file read-file write-file load-file", outside),
  ...each("readline read-input input-stream execute-sql query-db sql-query", outside),
  ...each("times", "use (dotimes [i n] …) for effects, (repeatedly n f) or (range n) for values"),
  ...each("continue next skip", skip),
  ...each("break", stop),
  ...each("pass", "use nil"),
  ...each("await async", async),
  ...each("except rescue", catchAll),
  ...each("class new-class extends", noClasses),
  ...each("% modulus", remainder),
  ...each("//= **=", "values are immutable: use reduce or loop"),
  ...each("|> |", pipe),
  ...each("=>", arrow),
  ...each("isinstance is-instance", "use string? number? map? vector? and so on"),
  ...each("then", "omit it: (if test value otherwise)"),
  ...each("end begin-block fi", "forms end with their parenthesis: omit it"),
  ...each("elem contains-item? contains-element?", "use (some #{x} coll)"),
  ...each("sumby sum_by sum-of-by", "use (sum-by :key rows)"),
  ...each("to-list to_list list-of as-list", "use vec: (vec coll)"),
  ...each("to-set to_set as-set", "use set: (set coll)"),
  ...each("to-map as-map", "use (into {} pairs)"),
  ...each("string-contains? str-contains? str-contains", "use (str/includes? s part)"),
  ...each("string-replace str-replace", "use (str/replace s part text)"),
  ...each("string-upcase str-upper", "use (str/upper-case s)"),
  ...each("string-downcase str-lower", "use (str/lower-case s)"),
  ...each("string-trim str-trim", "use (str/trim s)"),
  ...each("concat-list concat-lists list-concat", "use concat: (concat a b)"),
  ...each("list-ref vector-ref", "use nth: (nth coll index)"),
  ...each("hash-ref hash-get map-get dict-get", "use get: (get m key)"),
  ...each("hash-set! hash-put map-put dict-set", "use assoc: (assoc m key value)"),
]);

/** Families of names, and what to write instead. */
const families: readonly (readonly [pattern: RegExp, advice: string])[] = [
  [/^(?:\w+->|to|as|parse|str(?:ing)?to|read)(?:int|integer|long|number|num)$/, toNumber],
  [/^(?:\w+->|to|as|parse|str(?:ing)?to|read)(?:float|double|decimal)$/, toDecimal],
  [/^(?:\w*->|to|as|int(?:eger)?to|num(?:ber)?to)(?:str|string|text)$/, toText],
  [/^(?:\w*->|to|as|parse|str(?:ing)?to|read|make)(?:date|localdate|day)$/, toDate],
  [/^(?:\w*->|to|as|parse|str(?:ing)?to|read|make)(?:datetime|timestamp|time|instant)$/, toTime],
  [/^(?:json(?:parse|decode|loads?|read|fromstring)|(?:parse|decode|read|from)json)$/, readJson],
  [
    /^(?:json(?:stringify|encode|dumps?|write|string)|(?:encode|write|to|generate)json)$/,
    writeJson,
  ],
  [/^(?:current|get|this)?(?:date|today)$/, "use (LocalDate/now)"],
  [
    /^(?:current|get|this)(?:time|datetime|timestamp|now)$|^time(?:stamp|now)$/,
    "use (Instant/now)",
  ],
  [/^(?:print|output|write|show|puts)(?:line|ln|out|f|str)?$/, "use println"],
  [/^(?:throw|raise)(?:error|exception)?$/, 'use (throw (ex-info "message" {}))'],
  [/^(?:sort|order)(?:list|array|by|on)?(?:desc|descending|reverse)$/, "use (sort-by :key > coll)"],
  [/^(?:count|tally)(?:where|if|matching)$/, "use (count (filter pred coll))"],
  [
    /^(?:sum|total|add)(?:all|list|up|values|array)?$/,
    "use (reduce + coll), or (sum-by :key rows)",
  ],
  [/^(?:get)?(?:avg|average|mean)(?:of)?$/, "use (avg coll), or (avg-by :key rows)"],
  [
    /^(?:array|list|vector|collection|coll|string|str|map)(?:length|size|count|len)$/,
    "use count: (count coll)",
  ],
];

/** Returns what to write instead of a name that none of the tables lists as it is spelled. */
export function familyAdvice(name: string): string | undefined {
  if (name.length > 40) return undefined;
  const plain = name.toLowerCase().replace(/[_!?]|-(?!>)/g, "");
  return families.find(([pattern]) => pattern.test(plain))?.[1];
}

function each(names: string, advice: string): readonly (readonly [string, string])[] {
  return names.split(" ").map((name) => [name, advice] as const);
}
