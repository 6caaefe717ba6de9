import type { Tool } from "../src/toolbox/tool.js";
import { calc } from "./calc.js";
import { createCallback } from "./callback.js";
import { cancel } from "./cancel.js";
import { createDatetime } from "./datetime.js";
import { hangup } from "./hangup.js";
import { createJoke } from "./joke.js";
import { setTimer } from "./set-timer.js";
import { simonSays } from "./simon-says.js";
import type { TimeStyle } from "./spoken/time-of-day.js";
import { createStatus } from "./status.js";
import { createWeather, type WeatherNeeds } from "./weather.js";

export interface BuiltInToolNeeds {
  /** How times of day are said. */
  readonly timeStyle: TimeStyle;
  readonly weather: WeatherNeeds;
}

/** The tools that come with the assistant. */
export function builtInTools({ timeStyle, weather }: BuiltInToolNeeds): readonly Tool[] {
  return [
    createWeather(weather),
    setTimer,
    createCallback({ timeStyle }),
    hangup,
    createStatus({ timeStyle }),
    cancel,
    createDatetime({ timeStyle }),
    calc,
    createJoke(),
    simonSays,
  ];
}
