// Starts the page "Be the model".

import { render } from "preact";
import { BeTheModel } from "./pages/be-the-model.tsx";

const place = document.querySelector<HTMLElement>("#be-the-model");
if (place !== null) {
  place.replaceChildren();
  render(<BeTheModel base={place.dataset["base"] ?? "/"} />, place);
}
