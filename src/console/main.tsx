import { render } from "preact";
import { App } from "./app.js";

const place = document.getElementById("console");
if (place) render(<App />, place);
