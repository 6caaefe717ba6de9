import type { Locale } from "../locale.js";
import { DAD_JOKES } from "./jokes/dad.js";
import { GENERAL_JOKES } from "./jokes/general.js";
import { TECH_JOKES } from "./jokes/tech.js";
import { NUMBERS } from "./numbers.js";
import { PHRASES } from "./phrases.js";
import { PICK_UP } from "./pick-up.js";
import { REQUESTS } from "./requests.js";
import { TIMES } from "./times.js";
import { TOOLS } from "./tools.js";

export const EN: Locale = {
  code: "en",
  tag: "en-US",
  phrases: PHRASES,
  numbers: NUMBERS,
  times: TIMES,
  tools: TOOLS,
  jokes: { general: GENERAL_JOKES, tech: TECH_JOKES, dad: DAD_JOKES },
  requests: REQUESTS,
  pickUp: PICK_UP,
  instruction: "This call is in English: answer in English, and say in English what tools tell you.",
};
