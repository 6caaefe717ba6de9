import type { Locale } from "../locale.js";
import { ASIDES } from "./asides.js";
import { CHOICES } from "./choices.js";
import { CLOCK } from "./clock.js";
import { JOKES, TOOLS } from "./tools.js";
import { NUMBERS } from "./numbers.js";
import { PHRASES } from "./phrases.js";
import { PICK_UP } from "./pick-up.js";
import { REQUESTS } from "./requests.js";
import { TIMES } from "./times.js";

export const ES: Locale = {
  code: "es",
  tag: "es-ES",
  phrases: PHRASES,
  numbers: NUMBERS,
  times: TIMES,
  tools: TOOLS,
  jokes: JOKES,
  requests: REQUESTS,
  pickUp: PICK_UP,
  asides: ASIDES,
  choices: CHOICES,
  clock: CLOCK,
  instruction: "Esta llamada es en español: responde en español y di en español lo que digan las herramientas.",
};
