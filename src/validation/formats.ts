/** The formats that schemas may name. `x-expected` beside a pattern tells more than any of them. */
export const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  date: isDate,
  uri: (text) => URL.canParse(text),
  "date-time": (text) =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text)),
};

/** Whether it is a day of the calendar, written YYYY-MM-DD. */
export function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && new Date(Date.parse(text) || 0).toISOString().startsWith(text);
}
