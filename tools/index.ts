import type { Wording } from "../src/toolbox/wording.js";
import type { Tool } from "../src/toolbox/tool.js";
import { calc } from "./calc.js";
import { createCallback } from "./callback.js";
import { createCancel } from "./cancel.js";
import { createDatetime } from "./datetime.js";
import { hangup } from "./hangup.js";
import { createJoke } from "./joke.js";
import { createSetTimer } from "./set-timer.js";
import { simonSays } from "./simon-says.js";
import type { TimeStyle } from "./spoken/time-of-day.js";
import { createStatus } from "./status.js";
import { createWeather, type WeatherNeeds } from "./weather.js";

export interface BuiltInToolNeeds {
  /** How times of day are said. */
  readonly timeStyle: TimeStyle;
  readonly weather: WeatherNeeds;
  /** The phrases that tools say; the defaults unless given. */
  readonly wording?: Wording;
}

/** The tools that come with the assistant. */
export function builtInTools({ weather, ...needs }: BuiltInToolNeeds): readonly Tool[] {
  return [
    createWeather(weather),
    createSetTimer(needs),
    createCallback(needs),
    hangup,
    createStatus(needs),
    createCancel(needs),
    createDatetime(needs),
    calc,
    createJoke(),
    simonSays,
  ];
}
