// Builds only the page: `npm run exec -- node packages/viewer/write-page.ts`.

import { buildPage } from "./tsup.page.ts";

await buildPage();
