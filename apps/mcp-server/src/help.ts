// The help of `ptc-mcp`.

export const help = `Usage: ptc-mcp [action] [options]

An MCP server that gives coding agents one tool: programs over all of your other tools.

Actions:
  serve                     serve the agent that started it (default)
  list                      start the upstreams and show their state; also: --list
  init                      write a ptc.json, with the servers of other clients if you want
  doctor                    start everything, list the tools and report problems
  accept <upstream> [tool]  accept changed and new tools of an upstream as they are now
  login <upstream>          log in to an MCP server at a URL with a browser

Options:
  --config <file>    the configuration (default: ptc.json in the current folder)
  --http             serve: over HTTP instead of standard input and output
  --host <address>   serve: the address to listen at (default: the configuration's, or 127.0.0.1)
  --port <number>    serve: the port, or 0 for a free one (default: the configuration's, or 7411)
  --client <name>    serve: whose sessions this client has (default: local)
  --include <file>   init: include the servers of this file; you can repeat it
  --yes              init: include the servers of all files of this project
  --json             list, doctor: JSON instead of text
  --help, --version

Exit codes: 0 success, 1 something doesn't work, 2 wrong usage.
`;
