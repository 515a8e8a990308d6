// The root has this app and its packages. `standalone` writes a server with everything it needs.

import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
const nextConfig = { output: "standalone", outputFileTracingRoot: root, turbopack: { root } };
export default nextConfig;
