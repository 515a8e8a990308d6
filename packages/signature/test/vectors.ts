// Texts that the readers must agree on: signatures of every form, and texts that are none.

export const vectors: readonly string[] = [
  "(query :string, limit :int?) -> {total :float, items [{id :int, name :string}], _raw [:map]}",
  "() -> [:int?]?", "-> :int", ":any", "{}", "[{}]", "{a :int,}", "{a:int,b[:int],c{d :int}?}", "(a :int)->:int",
  "; comment\n:int ; comment", "(\n\ta :int, ; first\n\n b :nonsense\r\n) -> {}", "\uFEFF:int\u00A0", ":int\u2028",
  "", " ", ";", "[]", "[", "{", "(", ")", "->", "-> ->", ":", "?", ",", "{,}", "{a :int,,b :int}", "{a}", "{a :}", "{a : int}", "{a int}", "{:a :int}",
  "{1a :int}", "{é :int}", ":int?", ":int??", ":int ?", "[:int :int]", "[:int, :int]", "(a :int)", "(a :int) ->", "(a :int) :int", "(a :int) => :int",
  ":int -> :int", "() -> () -> :int", "{a (b :int)}", "[{a :int]", "{a :int}}", ":int :int", ":int|:string", "int", "\u0000", "😀", "\uD800", ":int\uD800", "; \uDC00\n:int",
];
