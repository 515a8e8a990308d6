// The answer to `help` at the prompt.

export const replHelp = `(doc map)        describes a function, form or tool
(apropos "sum")  finds functions by words; (dir tool) lists the tools
*1 *2 *3         the last values; *e is the last error, {:reason … :message …}
data/…  tool/…   the context of --context and the tools of --tools
Tab completes names, Up recalls a form, Ctrl-R searches the history.
A form can span several lines. Ctrl-C stops a program, or clears the input.
exit, or Ctrl-D, ends the session.`;
