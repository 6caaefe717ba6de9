import type { ClockWords } from "../choice.js";

export const CLOCK: ClockWords = {
  asked:
    /(^| )((what|which)( \p{L}+)* (?<!(this|next|last|first) )time|clock|when (are|can|could|do|does|is|shall|should|will|would))( |$)/u,
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
