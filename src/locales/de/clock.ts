import type { ClockWords } from "../choice.js";

export const CLOCK: ClockWords = {
  asked: /(^| )(uhr|wann)( |$)/,
  before: /^(um|fur|lieber|dann)$/,
  told: /\* uhr/,
  forms: [
    [/^(?<hour>\d+)( uhr)?$/, 0],
    [/^(?<hour>\d+)( uhr)? (?<past>\d+)( uhr)?$/, 0],
    [/^halb (?<hour>\d+)( uhr)?$/, -30],
    [/^viertel nach (?<hour>\d+)$/, 15],
    [/^(viertel vor|dreiviertel) (?<hour>\d+)$/, -15],
    [/^(?<past>\d+)( minuten)? nach (?<hour>\d+)$/, 0],
    [/^(?<to>\d+)( minuten)? vor (?<hour>\d+)$/, 0],
  ],
  forenoon: / (morgens|fruh|vormittags|am vormittag|am morgen)$/,
  afternoon: / (mittags|nachmittags|abends|am nachmittag|am abend)$/,
};
