// The help of `ptc-trace-viewer`.

export const help = `Usage: ptc-trace-viewer [<trace.jsonl | folder>] [options]

Shows the traces of agents in the browser: a trace file, or a folder of them
(default: .ptc/traces). The page follows runs while they write their traces.

Options:
  --html <file>    write one HTML file, which opens without a server or network
  --port <number>  the port on 127.0.0.1 (default: any free one)
  --help, --version

Exit codes: 0 success, 1 the traces can't be shown, 2 wrong usage.
`;
