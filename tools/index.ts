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
import type { TimeStyle } from "../src/locales/locale.js";
import { createStatus } from "./status.js";
import { createTransfer, type TransferToolNeeds } from "./transfer.js";
import { createWeather, type WeatherNeeds } from "./weather.js";

export interface BuiltInToolNeeds extends Partial<TransferToolNeeds> {
  /** How times of day are spoken. */
  readonly timeStyle: TimeStyle;
  readonly weather: WeatherNeeds;
  /** The phrases of the tools; default: the standard phrases. */
  readonly wording?: Wording;
}

/** The built-in tools. */
export function builtInTools({ weather, hasDirectory = () => false, ...needs }: BuiltInToolNeeds): readonly Tool[] {
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
    createTransfer({ hasDirectory }),
  ];
}
