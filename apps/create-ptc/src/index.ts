export { main } from "./main.ts";
export type { CreateHost } from "./main.ts";
