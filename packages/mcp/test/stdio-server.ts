// The shop as a process of its own.

import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { Shop, shopServer } from "./shop-server.ts";

await shopServer(new Shop()).connect(new StdioServerTransport());
