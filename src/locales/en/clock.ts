import type { ClockWords } from "../locale.js";

export const CLOCK: ClockWords = {
  asked: /(^| )(time|clock|when)( |$)/,
  before: /^(at|for|then|rather)$/,
  told: /\* oclock/,
  forms: [
    [/^(?<hour>\d+)( oclock)?$/, 0],
    [/^(?<hour>\d+) (?<past>\d+)$/, 0],
    [/^half( past)? (?<hour>\d+)$/, 30],
    [/^quarter past (?<hour>\d+)$/, 15],
    [/^quarter to (?<hour>\d+)$/, -15],
    [/^(?<past>\d+)( minutes)? past (?<hour>\d+)$/, 0],
    [/^(?<to>\d+)( minutes)? to (?<hour>\d+)$/, 0],
  ],
  forenoon: / (a m|am|in the morning)$/,
  afternoon: / (p m|pm|in the afternoon|in the evening|at night)$/,
};
