// Runs the shop as a separate process.

import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { Shop, shopServer } from "./shop-server.ts";

await shopServer(new Shop()).connect(new StdioServerTransport());
