// What `help` answers at the prompt.

export const replHelp = `(doc map)        what a function, form or tool does
(apropos "sum")  finds functions by words; (dir tool) lists the tools
*1 *2 *3         the last values; *e is the last error, {:reason … :message …}
data/…  tool/…   what --context and --tools brought
Tab completes a name, Up recalls a form, Ctrl-R searches the earlier ones.
A form may go on over several lines. Ctrl-C stops a program, or drops what is
typed. exit, or Ctrl-D, ends.`;
