import type { Prometheus, Series, Span } from "../prometheus.js";
import type { Drawing, DrawnPanel, DrawnSeries } from "./drawing.js";
import type { GrafanaDashboard, GrafanaField, GrafanaPanel, GrafanaTarget } from "./grafana-dashboard.js";
import { valueText } from "./value-text.js";

/** Grafana's own for lines, one after the other. */
const PALETTE = [
  ...["#56a64b", "#e0b400", "#3274d9", "#ff780a", "#e02f44", "#8ab8ff", "#8f3bb8", "#96d98d", "#a352cc", "#ffb357"],
  ...["#00a3a3", "#c15c17", "#890f02", "#0a437c", "#6d1f62", "#b7dbab", "#f9934e", "#705da0", "#cca300", "#052b51"],
];
/** Grafana's names in its light theme. */
const COLOURS: Readonly<Record<string, string>> = {
  green: "#37872d",
  yellow: "#e0b400",
  orange: "#fa6400",
  red: "#e02f44",
  "dark-red": "#ad0317",
  blue: "#1f60c4",
  text: "#24292e",
};

/** What a dashboard is asked with. */
export interface Asking {
  readonly span: Span;
  /** In place of `$__rate_interval`, such as `1m`. */
  readonly rateInterval: string;
}

/** Has Prometheus answer every question of a dashboard: numbers at the end of the span, lines over all of it. */
export async function askDashboard(
  { title, panels }: GrafanaDashboard,
  prometheus: Pick<Prometheus, "ask">,
  asking: Asking,
): Promise<Drawing> {
  const drawn: DrawnPanel[] = [];
  for (const panel of panels) drawn.push(await askPanel(panel, prometheus, asking));
  return { title, panels: drawn };
}

async function askPanel(panel: GrafanaPanel, prometheus: Pick<Prometheus, "ask">, asking: Asking): Promise<DrawnPanel> {
  const { title, type, gridPos, targets = [], options = {} } = panel;
  const field = panel.fieldConfig?.defaults ?? { unit: "short" };
  const { from, to, stepSeconds } = asking.span;
  const steps = type === "timeseries" ? Math.floor((to - from) / stepSeconds) : 0;
  const times = Array.from({ length: steps + 1 }, (_, at) => to - (steps - at) * stepSeconds);
  const series: DrawnSeries[] = [];
  for (const target of targets) {
    const question = target.expr.replaceAll("$__rate_interval", asking.rateInterval);
    const span = { from: times[0] ?? to, to, stepSeconds };
    for (const answer of target.instant ? await prometheus.ask(question, to) : await prometheus.ask(question, span)) {
      series.push(seriesOf(answer, target, panel, times, series.length));
    }
  }
  return {
    title,
    type,
    place: gridPos,
    unit: field.unit,
    times,
    series,
    isStacked: field.custom?.stacking.mode === "normal",
    lineWidth: field.custom?.lineWidth ?? 0,
    fill: (field.custom?.fillOpacity ?? 0) / 100,
    hasNames: options.textMode === "value_and_name",
    isFilled: options.colorMode === "background",
    noValue: field.noValue ?? "No data",
  };
}

function seriesOf(
  { labels, points }: Series,
  { legendFormat }: GrafanaTarget,
  { type, fieldConfig }: GrafanaPanel,
  times: readonly number[],
  at: number,
): DrawnSeries {
  const field = fieldConfig?.defaults ?? { unit: "short" };
  const name = legendFormat === "__auto" ? "" : expanded(legendFormat, labels);
  const known = new Map(points.map(([time, value]) => [time.toFixed(3), value]));
  const values = times.map((time) => {
    const value = known.get(time.toFixed(3));
    return value === undefined || Number.isNaN(value) ? null : value;
  });
  const last = points.at(-1)?.[1] ?? NaN;
  const mapped = field.mappings?.[0]?.options[String(last)];
  const fixed = fieldConfig?.overrides.find(({ matcher }) => matcher.options === name)?.properties[0]?.value.fixedColor;
  const colour = type === "timeseries" ? fixed : (mapped?.color ?? levelOf(last, field));
  return {
    name,
    colour: colour === undefined ? (PALETTE[at % PALETTE.length] ?? "") : (COLOURS[colour] ?? colour),
    values,
    text: mapped?.text ?? valueText(last, field.unit, field.decimals),
    labels,
    namedBy: [...legendFormat.matchAll(PLACE)].map(([, label = ""]) => label),
  };
}

const PLACE = /\{\{\s*(\w+)\s*\}\}/g;

/** As Grafana does: nothing for a label that is not there. */
const expanded = (legend: string, labels: Series["labels"]) =>
  legend.replaceAll(PLACE, (_, label: string) => labels[label] ?? "");

/** The colour of the highest threshold that a value has reached. */
const levelOf = (value: number, { thresholds }: GrafanaField) =>
  thresholds?.steps.findLast(({ value: from }) => from === null || value >= from)?.color;
