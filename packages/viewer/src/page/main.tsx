// The page: reads its data and shows the view of its address.

import { render } from "preact";
import { App } from "./app.tsx";
import { runSource } from "./data/run-source.ts";
import { applyTheme, storedTheme } from "./data/theme.ts";
import "uplot/dist/uPlot.min.css";
import "./colors.css";
import "./page.css";

applyTheme(storedTheme());
const root = document.getElementById("app");
if (root !== null) render(<App source={runSource()} />, root);
