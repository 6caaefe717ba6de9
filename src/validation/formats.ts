import { isDate } from "../kernel/wall-clock.js";

/** The formats that schemas may use. `x-expected` beside a pattern describes more than a format can. */
export const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  date: isDate,
  uri: (text) => URL.canParse(text),
  "date-time": (text) =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text)),
};
