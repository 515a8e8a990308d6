// Starts the playground with the state of the link, or with the first example.

import { render } from "preact";
import { examples } from "./pages/examples.ts";
import { Playground } from "./pages/playground.tsx";
import { emptyState } from "./state/playground-state.ts";
import { isLink, readLink } from "./state/share-link.ts";

const place = document.querySelector<HTMLElement>("#playground");
if (place !== null) await show(place);

// A link that is opened while the page is open changes only the fragment.
addEventListener("hashchange", () => {
  if (isLink(location.hash)) location.reload();
});

async function show(element: HTMLElement): Promise<void> {
  const link = await readLink(location.hash);
  element.replaceChildren();
  render(
    <Playground
      base={element.dataset["base"] ?? "/"}
      initial={link.kind === "state" ? link.state : (examples[0] ?? emptyState)}
      isFromLink={link.kind === "state"}
      refusal={link.kind === "refused" ? link.message : ""}
    />,
    element,
  );
}
