import { ECHO } from "./echo.js";
import { ENDPOINTS } from "./endpoints.js";
import { INTERRUPTIONS } from "./interruptions.js";
import { LISTENING } from "./listening.js";
import { HARD_ROOMS, NOISE, ODD } from "./noise.js";
import { QUESTIONS } from "./questions.js";
import { FALLIBLE_RECOGNISERS, SLOW_RECOGNISERS } from "./recognisers.js";

/** Every situation that the conversation is measured in, by kind. */
export const SCENARIOS = {
  "Somebody listens": LISTENING,
  "Nobody speaks": NOISE,
  "In a hard room": HARD_ROOMS,
  "Not tried before": ODD,
  "Our own echo": ECHO,
  "Somebody interrupts": INTERRUPTIONS,
  "Somebody asks": QUESTIONS,
  "Somebody asks, held out": ENDPOINTS,
  "A slow recogniser": SLOW_RECOGNISERS,
  "A recogniser that errs": FALLIBLE_RECOGNISERS,
} as const;
