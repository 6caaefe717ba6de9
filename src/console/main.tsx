import { render } from "preact";
import { App } from "./app.js";
import { logInOnce } from "./once.js";

const place = document.getElementById("console");
if (place) void logInOnce().then(() => render(<App />, place));
