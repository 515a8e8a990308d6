// Texts that the readers must agree on: signatures of every form, and texts that are none.

export const vectors: readonly string[] = [
  "(query :string, limit :int?) -> {total :float, items [{id :int, name :string}], _raw [:map]}",
  "() -> [:int?]?", "-> :int", ":any", "{}", "[{}]", "{a :int,}", "{a:int,b[:int],c{d :int}?}", "(a :int)->:int",
  "; comment\n:int ; comment", "(\n\ta :int, ; first\n\n b :nonsense\r\n) -> {}", "\uFEFF:int\u00A0", ":int\u2028",
  "", " ", ";", "[]", "[", "{", "(", ")", "->", "-> ->", ":", "?", ",", "{,}", "{a :int,,b :int}", "{a}", "{a :}", "{a : int}", "{a int}", "{:a :int}",
  "{1a :int}", "{é :int}", ":int?", ":int??", ":int ?", "[:int :int]", "[:int, :int]", "(a :int)", "(a :int) ->", "(a :int) :int", "(a :int) => :int",
  ":int -> :int", "() -> () -> :int", "{a (b :int)}", "[{a :int]", "{a :int}}", ":int :int", ":int|:string", "int",
  "type Line {sku :string} [:Line]", "type A :int, type B [:A] (a :B) -> :A", "type A:int:A", "type\n; note\nA :int \"a number\" :A?", "type :int", "type A", "type A :int", "typeA :int :A", "(type :int) -> {type :string}",
  "#{a}", "#{a b, c}", "#{ a,,b }?", '#{"a b" \'c\' :d 2x}|nil', "#{}", "#{,}", "#{a:b}", '#{"a""b"}', "#{a [}", "#{a", "# {a}",
  "{a :int|nil, b :int | nil, c [:int|nil]}", "{a :int|nilx}", "{a :int|}", "{a :int?|nil}", "{a :int|nil?}", "{a :int |nil \"what\"}", ":int ; x\n|nil",
  '{a :int "one"}', "{a :int 'it\\'s', b :int}", '{a :int "\\u00e9\\n\\\\"}', '{a :int "\\x"}', '{a :int "open}', ':int "no field"', '{a :int "one" "two"}', "\u0000", "😀", "\uD800", ":int\uD800", "; \uDC00\n:int",
];
