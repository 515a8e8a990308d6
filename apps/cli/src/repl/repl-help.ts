// The answer to `help` at the prompt.

export const replHelp = `(+ 1 2)            run a program; *1 *2 *3 are the last values, *e the error
data               list the data of --context; data/orders reads orders
tool               list the tools of --tools; (tool/find {:id 1}) calls find
(apropos "sum")    search names and descriptions for words
(doc map)          describe a function, special form or tool
(dir clojure.set)  list the names in a namespace
(effects form)     list the tool calls that a form may make, without running it
Tab                complete a name; Up recalls a program, Ctrl-R searches
Ctrl-C             stop a program, or clear the input
exit, Ctrl-D       end the session

A program can span several lines, until all brackets are closed. The language:
https://github.com/ptc-lang/ptc/blob/main/docs/reference/language.md`;
