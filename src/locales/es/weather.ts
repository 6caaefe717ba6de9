import { tenthsInWords } from "../counting.js";
import { type Direction, reporting, type WeatherReport, type WeatherWords, type WindForce } from "../weather.js";
import { counted, type Noun, NUMBERS } from "./numbers.js";
import { TIMES } from "./times.js";

const { inWords } = NUMBERS;
const DEGREE: Noun = ["grado", "grados", "m"];
const SPEEDS: Readonly<Record<WeatherReport["units"], Noun>> = {
  metric: ["kilómetro por hora", "kilómetros por hora", "m"],
  imperial: ["milla por hora", "millas por hora", "f"],
};

export const WEATHER: WeatherWords = {
  report: reporting(
    [temperature, wind, rain, humidity],
    (age) => `La última medición es de hace ${TIMES.duration(age)}.`,
  ),
  faults: {
    unreachable: "Ahora mismo no puedo acceder al servicio meteorológico.",
    silent: "El servicio meteorológico no responde en este momento.",
    refused: "El servicio meteorológico no me deja entrar. Hay que renovar su clave de acceso.",
    unknown: "El servicio meteorológico no conoce nuestra estación.",
    busy: "Se ha preguntado demasiado al servicio meteorológico. Inténtelo de nuevo en unos minutos.",
    broken: "El servicio meteorológico ha dado una respuesta que no puedo usar.",
    empty: "La estación meteorológica no ha enviado ninguna medición que pueda usar.",
  },
};

const WINDS: Readonly<Record<WindForce, string>> = {
  none: "viento",
  light: "un viento flojo",
  moderate: "un viento moderado",
  strong: "un viento fuerte",
  stormy: "un temporal",
};
const FROM: Readonly<Record<Direction, string>> = {
  north: "norte",
  northeast: "noreste",
  east: "este",
  southeast: "sureste",
  south: "sur",
  southwest: "suroeste",
  west: "oeste",
  northwest: "noroeste",
};

function temperature({ degrees, feelsLike, old }: WeatherReport): string {
  const there = old === undefined ? "Hay" : "Había";
  if (degrees === undefined) {
    if (feelsLike === undefined) return "";
    return `La sensación ${old === undefined ? "es" : "era"} de ${counted(feelsLike, DEGREE)}.`;
  }
  const felt = feelsLike === undefined ? "" : `, con una sensación de ${counted(feelsLike, DEGREE)}`;
  return `${there} ${counted(degrees, DEGREE)}${felt}.`;
}

function wind({ wind: blowing, units, old }: WeatherReport): string {
  if (!blowing) return "";
  const { force, from, speed, gusts } = blowing;
  const exact = force === "none" || speed === 0 ? "" : `, de ${counted(speed, SPEEDS[units])}`;
  const gusting = gusts === undefined ? "" : `, con rachas de hasta ${counted(gusts, SPEEDS[units])}`;
  const there = old === undefined ? "Hay" : "Había";
  return `${force === "none" ? `Apenas ${there.toLowerCase()}` : there} ${WINDS[force]}${from ? ` del ${FROM[from]}` : ""}${exact}${gusting}.`;
}

function rain({ rain: fallen, units }: WeatherReport): string {
  if (fallen === undefined) return "";
  if (fallen === "none") return "No está lloviendo.";
  const { falling, amount, when } = fallen;
  if (falling && amount === 0) return "Está lloviendo.";
  const much = units === "metric" ? millimetres(amount) : inches(amount);
  if (falling) return `Está lloviendo, ${much} ${when === "hour" ? "en la última hora" : "en lo que va de día"}.`;
  return `${when === "hour" ? "En la última hora" : "Hoy"} ha llovido ${much}.`;
}

function millimetres(amount: number): string {
  return amount < 0.95 ? "menos de un milímetro" : counted(Math.round(amount), ["milímetro", "milímetros", "m"]);
}

function inches(amount: number): string {
  if (amount < 0.095) return "menos de una décima de pulgada";
  const tenths = Math.round(amount * 10);
  return tenths % 10 === 0
    ? counted(tenths / 10, ["pulgada", "pulgadas", "f"])
    : `${tenthsInWords(amount, NUMBERS)} pulgadas`;
}

function humidity({ humidity: air }: WeatherReport): string {
  if (!air) return "";
  return `El aire está muy ${air.is === "dry" ? "seco" : "húmedo"}, al ${inWords(air.percent)} por ciento.`;
}
