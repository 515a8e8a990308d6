// Methods and library functions of other languages, such as `xs.length`, `JSON.parse` and
// `Math.max`, with the call to write instead.

/**
 * Method -> the call. `V` is the value it is called on, and `A` its arguments. Names are in lower
 * case, without `-` and `_`.
 */
export const foreignMethods: ReadonlyMap<string, string> = new Map([
  ...each("length size count len", "(count V)"),
  ...each("push append add pushback", "(conj V A)"),
  ...each("pop", "(pop V)"),
  ...each("shift", "(rest V)"),
  ...each("unshift prepend", "(cons A V)"),
  ...each("extend addall", "(into V A)"),
  ...each("concat", "(concat V A)"),
  ...each("map collect", "(map A V)"),
  ...each("filter select where", "(filter A V)"),
  ...each("reject", "(remove A V)"),
  ...each("reduce fold inject", "(reduce A V)"),
  ...each("foreach each", "(doseq [x V] …)"),
  ...each("flatmap", "(mapcat A V)"),
  ...each("find", "(first (filter A V))"),
  ...each("some any", "(some A V)"),
  ...each("every all", "(every? A V)"),
  ...each("sort sorted", "(sort V)"),
  ...each("sortby", "(sort-by A V)"),
  ...each("groupby", "(group-by A V)"),
  ...each("reverse reversed", "(reverse V)"),
  ...each("join", "(str/join A V)"),
  ...each("split", '(str/split V #",")'),
  ...each("slice substring substr", "(subs V A)"),
  ...each("includes", "(some #{A} V)"),
  ...each("contains has haskey hasownproperty", "(contains? V A)"),
  ...each("indexof", "(.indexOf V A)"),
  ...each("keys", "(keys V)"),
  ...each("values vals", "(vals V)"),
  ...each("entries items", "(seq V)"),
  ...each("get getattr", "(get V A)"),
  ...each("touppercase upper upcase", "(str/upper-case V)"),
  ...each("tolowercase lower downcase", "(str/lower-case V)"),
  ...each("trim strip", "(str/trim V)"),
  ...each("replace replaceall", "(str/replace V A)"),
  ...each("startswith", "(str/starts-with? V A)"),
  ...each("endswith", "(str/ends-with? V A)"),
  ...each("tostring", "(str V)"),
  ...each("tofixed", '(format "%.2f" V)'),
  ...each("first head", "(first V)"),
  ...each("last", "(last V)"),
  ...each("isempty", "(empty? V)"),
  ...each("put set", "(assoc V A)"),
  ...each("delete remove", "(dissoc V A)"),
  ...each("equals", "(= V A)"),
]);

/** Library and function, in lower case -> the call. */
export const foreignFunctions: ReadonlyMap<string, string> = new Map([
  ...each("console.log console.info console.error console.warn console.debug", "(println A)"),
  ...each("system.out.println logger.info logger.debug log.info io.puts io.inspect", "(println A)"),
  ...each(
    "json.parse json.loads json.load json.decode json.read jason.decode",
    "(json/parse-string A)",
  ),
  ...each("json.parsestring json.readstr jason.decode!", "(json/parse-string A)"),
  ...each("json.stringify json.dumps json.dump json.encode json.write", "(json/generate-string A)"),
  ...each("json.writestr json.generate jason.encode jason.encode!", "(json/generate-string A)"),
  ...each("object.keys", "(keys A)"),
  ...each("object.values", "(vals A)"),
  ...each("object.entries", "(seq A)"),
  ...each("object.assign object.merge", "(merge A)"),
  ...each("object.fromentries", "(into {} A)"),
  ...each("array.from", "(vec A)"),
  ...each("array.of", "(vector A)"),
  ...each("array.isarray", "(vector? A)"),
  ...each("number.parsefloat", "(parse-double A)"),
  ...each("number.parseint integer.parse", "(parse-long A)"),
  ...each("number.isinteger", "(int? A)"),
  ...each("number.isnan", "(NaN? A)"),
  ...each("date.now datetime.now time.now time.time instant.now", "(Instant/now)"),
  ...each("date.today localdate.now datetime.today", "(LocalDate/now)"),
  ...each("date.parse localdate.parse date.fromisoformat", "(LocalDate/parse A)"),
  ...each("datetime.parse instant.parse datetime.strptime", "(Instant/parse A)"),
  ...each("datetime.fromisoformat time.parse", "(Instant/parse A)"),
  ...each("math.ceiling", "(Math/ceil A)"),
  ...each("math.power", "(Math/pow A)"),
  ...each("math.avg math.mean statistics.mean", "(avg A)"),
  ...each("math.sum", "(reduce + A)"),
  ...each("re.match re.search re.find", "(re-find A)"),
  ...each("re.findall", "(re-seq A)"),
  ...each("random.random", "(rand)"),
  ...each("process.exit sys.exit system.exit", "(return A)"),
]);

function each(names: string, call: string): readonly (readonly [string, string])[] {
  return names.split(" ").map((name) => [name, call] as const);
}

/** Prefixes that other languages and interfaces use for the input of a program. */
export const contextPrefixes: ReadonlySet<string> = new Set(
  "data ctx context input inputs vars env params payload contextdata".split(" "),
);

/** Prefixes that they use for tools. */
export const toolPrefixes: ReadonlySet<string> = new Set(
  "tool tools function functions api mcp fn calltool".split(" "),
);

/** Prefixes of libraries that reach the outside. */
export const outsidePrefixes: ReadonlySet<string> = new Set(
  (
    "http https client fetch axios requests urllib fs io os file files path subprocess shell sql db " +
    "database jdbc socket net curl slurp clj-http httpclient child_process redis"
  ).split(" "),
);

/** Returns a name as the tables above spell it. */
export function spelled(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, "");
}
