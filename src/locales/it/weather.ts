import { tenthsInWords } from "../counting.js";
import { type Direction, reporting, type WeatherReport, type WeatherWords, type WindForce } from "../weather.js";
import { counted, type Noun, NUMBERS } from "./numbers.js";
import { TIMES } from "./times.js";

const { inWords } = NUMBERS;
const DEGREE: Noun = ["grado", "gradi", "m"];
const SPEEDS: Readonly<Record<WeatherReport["units"], Noun>> = {
  metric: ["chilometro all'ora", "chilometri all'ora", "m"],
  imperial: ["miglio all'ora", "miglia all'ora", "m"],
};

export const WEATHER: WeatherWords = {
  report: reporting([temperature, wind, rain, humidity], (age) => `L'ultima misura è di ${TIMES.duration(age)} fa.`),
  faults: {
    unreachable: "In questo momento non riesco a raggiungere il servizio meteo.",
    silent: "Il servizio meteo non risponde in questo momento.",
    refused: "Il servizio meteo non mi lascia entrare. Bisogna rinnovare la chiave di accesso.",
    unknown: "Il servizio meteo non conosce la nostra stazione.",
    busy: "Il servizio meteo è stato interrogato troppo spesso. Riprovi tra qualche minuto.",
    broken: "Il servizio meteo ha dato una risposta che non posso usare.",
    empty: "La stazione meteo non ha inviato misure che io possa usare.",
  },
};

const WINDS: Readonly<Record<WindForce, string>> = {
  none: "pochissimo vento",
  light: "un vento debole",
  moderate: "un vento moderato",
  strong: "un vento forte",
  stormy: "una tempesta",
};
const FROM: Readonly<Record<Direction, string>> = {
  north: "da nord",
  northeast: "da nord-est",
  east: "da est",
  southeast: "da sud-est",
  south: "da sud",
  southwest: "da sud-ovest",
  west: "da ovest",
  northwest: "da nord-ovest",
};

function temperature({ degrees, feelsLike, old }: WeatherReport): string {
  const there = old === undefined ? "Ci sono" : "C'erano";
  if (degrees === undefined) {
    return feelsLike === undefined
      ? ""
      : `La temperatura percepita ${old === undefined ? "è" : "era"} di ${counted(feelsLike, DEGREE)}.`;
  }
  const felt = feelsLike === undefined ? "" : ` e se ne ${perceived(feelsLike, old)} ${inWords(feelsLike)}`;
  const one = old === undefined ? "C'è" : "C'era";
  return `${Math.abs(degrees) === 1 ? one : there} ${counted(degrees, DEGREE)}${felt}.`;
}

function perceived(degrees: number, old: number | undefined): string {
  if (Math.abs(degrees) === 1) return old === undefined ? "percepisce" : "percepiva";
  return old === undefined ? "percepiscono" : "percepivano";
}

function wind({ wind: blowing, units, old }: WeatherReport): string {
  if (!blowing) return "";
  const { force, from, speed, gusts } = blowing;
  const exact = force === "none" || speed === 0 ? "" : `, ${counted(speed, SPEEDS[units])}`;
  const gusting = gusts === undefined ? "" : `, con raffiche fino a ${counted(gusts, SPEEDS[units])}`;
  const there = old === undefined ? "C'è" : "C'era";
  return `${there} ${WINDS[force]}${from ? ` ${FROM[from]}` : ""}${exact}${gusting}.`;
}

function rain({ rain: fallen, units }: WeatherReport): string {
  if (fallen === undefined) return "";
  if (fallen === "none") return "Non piove.";
  const { falling, amount, when } = fallen;
  if (falling && amount === 0) return "Sta piovendo.";
  const much = units === "metric" ? millimetres(amount) : inches(amount);
  if (falling) return `Sta piovendo, ${much} ${when === "hour" ? "nell'ultima ora" : "da mezzanotte"}.`;
  return `${when === "hour" ? "Nell'ultima ora" : "Oggi"} la pioggia è stata di ${much}.`;
}

function millimetres(amount: number): string {
  return amount < 0.95 ? "meno di un millimetro" : counted(Math.round(amount), ["millimetro", "millimetri", "m"]);
}

function inches(amount: number): string {
  if (amount < 0.095) return "meno di un decimo di pollice";
  return Math.round(amount * 10) === 10 ? "un pollice" : `${tenthsInWords(amount, NUMBERS)} pollici`;
}

function humidity({ humidity: air }: WeatherReport): string {
  if (!air) return "";
  const percent = inWords(air.percent);
  return `L'aria è molto ${air.is === "dry" ? "secca" : "umida"}, ${/^[ou]/.test(percent) ? `all'${percent}` : `al ${percent}`} per cento.`;
}
