// Builds the site: `npm run exec -- node --conditions=@ptc/source apps/site/content/build.ts`.

import { buildSite } from "./build-site.ts";
import { siteFolder } from "./settings.ts";

console.log(`${String(await buildSite())} pages in ${siteFolder}`);
