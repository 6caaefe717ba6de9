import { isDate } from "../kernel/wall-clock.js";

/** The formats that schemas may name. `x-expected` beside a pattern tells more than any of them. */
export const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  date: isDate,
  uri: (text) => URL.canParse(text),
  "date-time": (text) =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text)),
};
