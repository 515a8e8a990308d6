// Texts that are known to break what reads, keys, prints or counts text. Each is data, wherever it stands.

export const naughtyStrings: readonly string[] = [
  // Empty and white space
  "", " ", "\t", "\n", "\r\n", "\u00a0", "\u2003", "\u2028", "\u2029", "\u3000", "\ufeff", "\u200b", "\u180e",
  // Control characters
  "\u0000", "a\u0000b", "\u0001", "\u0007", "\b", "\u001b[31mred\u001b[0m", "\u001b]0;title\u0007", "\u007f", "\u0085", "\u009b", "\u009f",
  // Direction, joiners, invisible letters
  "\u202eevil\u202c", "\u2066a\u2069", "\u061c", "\u200d", "\u200ea\u200f", "\u2060", "\u00ad", "\ufe0f", "\u{e0041}", "\u3164",
  // Marks upon marks
  "Z\u0351\u036b\u0343\u0363\u0344\u0369", "a\u0301", "á", "\u0301", "ก็็็็็็", "ﷺ", "ﬁ", "ſ", "ı", "İ", "ß", "ẞ",
  // Halves of pairs, and characters beyond them
  "\ud800", "\udfff", "a\ud83d", "\ude00b", "\ude00\ud83d", "😀", "👩‍👩‍👧‍👦", "🏳️‍🌈", "🇩🇪🇫", "👍🏿", "1️⃣", "𝒳", "\u{10ffff}", "\uffff", "\ufffe", "\ufffd",
  // Other scripts, look-alikes
  "Ωmega", "田中さん", "مرحبا", "שלום", "привет", "раураl", "ａｄｍｉｎ", "K", "ꓮ", "١٢٣",
  // Reserved names
  "__proto__", "constructor", "prototype", "toString", "valueOf", "hasOwnProperty", "__defineGetter__", "then", "toJSON", "length", "name", "arguments", "caller",
  "undefined", "null", "nil", "true", "false", "NaN", "Infinity", "this", "None", "nan", "if", "def", "fn", "&", "%", "%1", "*1", "data", "tool", "return", "fail", "constructor.prototype", "$function", "$map", "$keyword", ":a", "$__proto__",
  // Like numbers
  "0", "-0", "00", "1", "01", "1.", ".5", "1e3", "1E400", "-1e-400", "0x10", "0b1", "017", "1_000", "1,000", "９", "½", "9007199254740993", "99999999999999999999", "2147483648", "1/0", "##NaN", "+1", "1n", "1N", "1M",
  // Text that means something elsewhere
  "'; DROP TABLE users; --", "1 OR 1=1", "\" OR \"\"=\"", "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "javascript:alert(1)", "]]>", "<!--", "</data>", "<data kind=\"x\">", "&lt;&amp;", "%00", "%s%n%x", "%d{}", "{0}", "${x}", "#{x}", "{{x}}", "<%= x %>",
  "$(rm -rf /)", "`id`", "; ls", "| cat", "&& true", "../../etc/passwd", "C:\\con", "file:///etc/passwd", "\\\\server\\share", "AUX", "CON", "-rf", "--help", "=1+1", "@SUM(1)", "+1+1", "=cmd|'/C calc'!A0", "() { :;}; x",
  "() ", ")", "(", "[", "]", "{", "}", "\"", "'", "\\", "\\\\", "\\\"", ";", ",", "#", "#_", "#=", "~", "`", "^", "@", "::", "/", "a/b", "a//b", "$&", "$1", "$`", "\\1", "\\u0041", "\\x", "a.b", ".", "..", "-", "_", "a-b", "a_b", "a b", "(def x 1)", "#\"(a+)+$\"",
  // Long
  "x".repeat(100_000), "😀".repeat(10_000), "\u0301".repeat(10_000), "(".repeat(10_000), "a ".repeat(500), "\\".repeat(9_999), "\"".repeat(1_000), "\u200d".repeat(1_000),
];
