import fc from "fast-check";
import { expect, test } from "vitest";
import { createSession, decodeMemory } from "../../index.ts";
import { expectFailures } from "../../../test/expect-failures.ts";
import { expectPrinted, printed } from "../../../test/evaluate.ts";

test.each(["A:0", "a:-1.5", "x:nil"])("reads a printed map with the keyword :%s", async (text) => {
  const program = "(def k (keyword data/text)) [(pr-str {k k}) (pr-str {k k, [k] #{k}})]";
  const step = await createSession().run(program, { context: { text } });
  const [pair, map] = (step.ok ? step.return : []) as string[];
  expect(pair).toBe(`{:${text} :${text}}`);
  expect(await printed(`(pr-str ${String(map)})`)).toBe(JSON.stringify(map));
});

test("prints a keyword of any text readably, and keeps it between runs", async () => {
  const characters = fc.constantFrom(
    ...Array.from("ab1/:. -+*!?'#%&=<>|$_,;()[]{}\"\\`~@^\n\u00a0\u200b\u2018é"),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.array(characters, { maxLength: 6 }).map((each) => each.join("")),
        fc.string(),
      ),
      async (text) => {
        const session = createSession();
        const step = await session.run(
          "(def k (keyword data/text)) (def m {k k, [k] #{k}}) [(pr-str k) (pr-str m)]",
          { context: { text } },
        );
        const [keyword, map] = (step.ok ? step.return : []) as string[];
        expect(
          await printed(`(= (keyword data/text) ${String(keyword)})`, { context: { text } }),
        ).toBe("true");
        const memory = await decodeMemory(JSON.parse(JSON.stringify(session.memory)));
        expect(
          await printed(`[(= k (keyword data/text)) (= m ${String(map)})]`, {
            context: { text },
            memory,
          }),
        ).toBe("[true true]");
      },
    ),
    { numRuns: 150 },
  );
});

test("nil?, some?, not and boolean distinguish nil, false and other values", async () => {
  await expectPrinted([
    ["(map nil? [nil false 0])", "(true false false)"],
    ["(map some? [nil false 0])", "(false true true)"],
    ['(map not [nil false 0 [] ""])', "(true true false false false)"],
    ["(map boolean [nil false 0])", "(false false true)"],
    ["[(true? 1) (false? nil) (boolean? nil) (any? nil)]", "[false false false true]"],
    [
      "[(identical? :a :a) (identical? [1] [1]) (let [v [1]] (identical? v v))]",
      "[true false true]",
    ],
  ]);
});

test("number predicates treat integers as exact and everything else as a decimal", async () => {
  await expectPrinted([
    ['(map number? [1 1.5 12345678901234567890 "1" nil])', "(true true true false false)"],
    [
      "(map integer? [1 1.0 1.5 12345678901234567890 1e20 nil])",
      "(true true false true false false)",
    ],
    ["(map float? [1 1.5 ##Inf ##NaN 1e20])", "(false true true true true)"],
    ["[(rational? 1) (rational? 0.5) (ratio? 0.5) (decimal? 0.5)]", "[true false false false]"],
    [
      "[(pos-int? 1) (pos-int? 1.5) (neg-int? -1) (nat-int? 0) (nat-int? -1)]",
      "[true false true true false]",
    ],
    ["[(NaN? ##NaN) (NaN? 1) (infinite? ##-Inf) (infinite? 1)]", "[true false true false]"],
  ]);
});

test("sign and parity accept numbers only", async () => {
  await expectPrinted([
    ["(map zero? [0 -0.0 1])", "(true true false)"],
    ["(map pos? [1 ##Inf ##NaN])", "(true true false)"],
    ["(map neg? [-1 ##-Inf 0])", "(true true false)"],
    ["(map even? [0 -2 4.0 12345678901234567890])", "(true true true true)"],
    ["(map odd? [1 -3 2])", "(true true false)"],
  ]);
  await expectFailures([
    ["(zero? nil)", "type_error", "zero?: expected a number, got nil"],
    ['(pos? "1")', "type_error", 'pos?: expected a number, got string "1"'],
    ["(neg? :a)", "type_error", "neg?: expected a number, got keyword :a"],
    ["(even? nil)", "type_error", "even?: expected a whole number, got nil"],
    ["(even? 4.5)", "type_error", "even?: expected a whole number, got number 4.5"],
    ["(even? 1e300)", "type_error", "even?: expected a whole number, got number 1e+300"],
    ["(odd? ##Inf)", "type_error", "odd?: expected a whole number, got number ##Inf"],
    ["(NaN? nil)", "type_error", "NaN?: expected a number, got nil"],
    ['(infinite? "x")', "type_error", 'infinite?: expected a number, got string "x"'],
  ]);
});

test("type returns the type of every kind of value", async () => {
  await expectPrinted([
    [
      '(map type [1 1.5 "s" :k nil true [] {} #{} inc #"a"])',
      "(:number :number :string :keyword nil :boolean :vector :map :set :function :regex)",
    ],
    [
      '[(type (range)) (type (map inc [1])) (type (java.util.Date. 0)) (type (LocalDate/parse "2026-01-01"))]',
      "[:sequence :sequence :instant :local-date]",
    ],
    ['(map char? ["a" "ab" "" "é" "👍🏽" :a])', "(true false false true true false)"],
    [
      "[(vector? (list 1)) (list? (list 1)) (seq? [1]) (seq? (range)) (symbol? :a) (map-entry? (first (seq {:a 1})))]",
      "[false true false true false true]",
    ],
    [
      '[(fn? inc) (fn? :a) (ifn? :a) (ifn? []) (ifn? "a") (regex? #"a")]',
      "[true false true true false true]",
    ],
    [
      "[(simple-keyword? :a) (qualified-keyword? :a) (qualified-keyword? :a/b)]",
      "[true false true]",
    ],
  ]);
});

test("collection predicates treat strings and nil as seqable but not as collections", async () => {
  await expectPrinted([
    ['(map coll? [[] {} #{} (range) "a" nil])', "(true true true true false false)"],
    ['(map seqable? [[] {} #{} (range) "a" nil 1])', "(true true true true true true false)"],
    ['(map sequential? [[] (range) {} #{} "a"])', "(true true false false false)"],
    ['(map associative? [{} [] #{} nil "a"])', "(true true false false false)"],
    ['(map counted? [[] {} #{} "a" nil (range)])', "(true true true false false false)"],
    [
      '[(indexed? []) (indexed? "a") (reversible? []) (reversible? {}) (sorted? #{1})]',
      "[true false true false false]",
    ],
  ]);
});

test("name, namespace and keyword convert between names and keywords", async () => {
  await expectPrinted([
    ['[(name :a/b) (name "x") (namespace :a/b) (namespace :a)]', '["b" "x" "a" nil]'],
    [
      '[(keyword "a") (keyword :a) (keyword nil) (keyword 1) (keyword "n" "a") (keyword nil "a") (keyword "été.2-x?")]',
      "[:a :a nil nil :n/a :a :été.2-x?]",
    ],
    ['(= (keyword "a" "b") :a/b)', "true"],
    [
      '[(keyword "Unit Price") (keyword "") (keyword "a:") (keyword "a b" "c") {(keyword "x y") #{(keyword ",")}}]',
      '[(keyword "Unit Price") (keyword "") (keyword "a:") (keyword "a b/c") {(keyword "x y") #{(keyword ",")}}]',
    ],
    [
      '[(str (keyword "Unit Price")) (name (keyword "Unit Price")) (str "=" [(keyword "x y")])]',
      '[":Unit Price" "Unit Price" "=[(keyword \\"x y\\")]"]',
    ],
    [
      '(let [row (zipmap (map keyword ["Unit Price" "qty"]) [5 2])] [row (* (:qty row) (get row (keyword "Unit Price"))) (get (update-keys row name) "Unit Price") (update-keys row name)])',
      '[{(keyword "Unit Price") 5, :qty 2} 10 5 {"Unit Price" 5, "qty" 2}]',
    ],
  ]);
  await expectFailures([
    ["(name nil)", "type_error", "name: expected a keyword or string, got nil"],
    [
      "(name 42)",
      "type_error",
      "name: expected a keyword or string, got number 42",
      "use str to convert any value",
    ],
    ['(namespace "a")', "type_error", 'namespace: expected a keyword or symbol, got string "a"'],
    ['(keyword "a" 1)', "type_error", "keyword: expected a string as name, got number 1"],
  ]);
});
