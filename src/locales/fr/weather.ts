import { tenthsInWords } from "../counting.js";
import { type Direction, reporting, type WeatherReport, type WeatherWords, type WindForce } from "../weather.js";
import { counted, type Noun, NUMBERS, ofCounted } from "./numbers.js";
import { TIMES } from "./times.js";

const { inWords } = NUMBERS;
const DEGREE: Noun = ["degré", "degrés", "m"];
const SPEEDS: Readonly<Record<WeatherReport["units"], Noun>> = {
  metric: ["kilomètre à l'heure", "kilomètres à l'heure", "m"],
  imperial: ["mille à l'heure", "milles à l'heure", "m"],
};

export const WEATHER: WeatherWords = {
  report: reporting(
    [temperature, wind, rain, humidity],
    (age) => `La dernière mesure date d'il y a ${TIMES.duration(age)}.`,
  ),
  faults: {
    unreachable: "Je ne peux pas joindre le service météo pour le moment.",
    silent: "Le service météo ne répond pas pour le moment.",
    refused: "Le service météo me refuse l'accès. Il faut renouveler sa clé.",
    unknown: "Le service météo ne connaît pas notre station.",
    busy: "Le service météo a été trop souvent interrogé. Veuillez réessayer dans quelques minutes.",
    broken: "Le service météo a donné une réponse que je ne peux pas utiliser.",
    empty: "La station météo n'a envoyé aucune mesure utilisable.",
  },
};

const WINDS: Readonly<Record<WindForce, string>> = {
  none: "presque pas de vent",
  light: "un vent faible",
  moderate: "un vent modéré",
  strong: "un vent fort",
  stormy: "une tempête",
};
const FROM: Readonly<Record<Direction, string>> = {
  north: "du nord",
  northeast: "du nord-est",
  east: "de l'est",
  southeast: "du sud-est",
  south: "du sud",
  southwest: "du sud-ouest",
  west: "de l'ouest",
  northwest: "du nord-ouest",
};

function temperature({ degrees, feelsLike, old }: WeatherReport): string {
  const [does, is] = old === undefined ? ["fait", "est"] : ["faisait", "était"];
  const felt = feelsLike === undefined ? "" : `a température ressentie ${is} ${ofCounted(counted(feelsLike, DEGREE))}.`;
  if (degrees === undefined) return felt && `L${felt}`;
  return `Il ${does} ${counted(degrees, DEGREE)}${felt ? ` et l${felt}` : "."}`;
}

function wind({ wind: blowing, units, old }: WeatherReport): string {
  if (!blowing) return "";
  const { force, from, speed, gusts } = blowing;
  const exact = force === "none" || speed === 0 ? "" : `, ${counted(speed, SPEEDS[units])}`;
  const gusting = gusts === undefined ? "" : `, avec des rafales jusqu'à ${counted(gusts, SPEEDS[units])}`;
  const there = `Il ${force === "none" ? "n'y" : "y"} ${old === undefined ? "a" : "avait"}`;
  return `${there} ${WINDS[force]}${from ? ` ${FROM[from]}` : ""}${exact}${gusting}.`;
}

function rain({ rain: fallen, units }: WeatherReport): string {
  if (fallen === undefined) return "";
  if (fallen === "none") return "Il ne pleut pas.";
  const { falling, amount, when } = fallen;
  if (falling && amount === 0) return "Il pleut.";
  const much = units === "metric" ? millimetres(amount) : inches(amount);
  if (falling) return `Il pleut, ${much} ${when === "hour" ? "au cours de la dernière heure" : "depuis minuit"}.`;
  return `Il est tombé ${much} de pluie ${when === "hour" ? "au cours de la dernière heure" : "aujourd'hui"}.`;
}

function millimetres(amount: number): string {
  return amount < 0.95 ? "moins d'un millimètre" : counted(Math.round(amount), ["millimètre", "millimètres", "m"]);
}

function inches(amount: number): string {
  if (amount < 0.095) return "moins d'un dixième de pouce";
  return Math.round(amount * 10) === 10
    ? "un pouce"
    : `${tenthsInWords(amount, NUMBERS)} pouce${amount < 2 ? "" : "s"}`;
}

function humidity({ humidity: air }: WeatherReport): string {
  if (!air) return "";
  return `L'air est très ${air.is === "dry" ? "sec" : "humide"}, à ${inWords(air.percent)} pour cent.`;
}
