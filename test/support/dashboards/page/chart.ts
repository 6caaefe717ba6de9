import uPlot from "uplot";
import type { DrawnPanel } from "../drawing.js";
import { valueText } from "../value-text.js";

export interface MarkedChart {
  readonly plot: uPlot;
  /** What stands at the axis of values. */
  readonly marks: readonly string[];
}

const FONT = "11px sans-serif";
const GREY = "#6e7278";
const GRID = { stroke: "#e4e5e7", width: 1 };
/** Between an axis and what stands at it, in pixels. */
const MARGIN = 10;
/** From such a difference between its channels on a pixel has a colour. */
const COLOURED = 32;
/** Steps of an axis of bytes: a power of two each. */
const BINARY_STEPS = Array.from({ length: 40 }, (_, power) => 2 ** power);

/** Paints the lines of a panel, as large as the place that is left for them. */
export function chartOf(panel: DrawnPanel, place: HTMLElement): MarkedChart {
  const { times, series, unit, isStacked, lineWidth, fill } = panel;
  const marks: string[] = [];
  const rows = isStacked ? stacked(series.map(({ values }) => values)) : series.map(({ values }) => values);
  const transparent = (colour: string) =>
    `${colour}${Math.round(fill * 255)
      .toString(16)
      .padStart(2, "0")}`;
  const options: uPlot.Options = {
    width: place.clientWidth,
    height: place.clientHeight,
    legend: { show: false },
    cursor: { show: false },
    padding: [6, 26, 0, 0],
    scales: { x: { time: true }, y: { range: (_, __, max) => [0, (max > 0 ? max : 1) * 1.08] } },
    series: [
      {},
      ...series.map(({ name, colour }, at) => ({
        label: name,
        stroke: colour,
        width: lineWidth,
        points: { show: false },
        // Of one on the other only the lowest goes down to 0.
        ...(!(isStacked && at > 0) && { fill: transparent(colour) }),
      })),
    ],
    bands: isStacked
      ? series.slice(1).map(({ colour }, at) => ({ series: [at + 2, at + 1], fill: transparent(colour) }))
      : [],
    axes: [
      { stroke: GREY, font: FONT, grid: GRID, ticks: GRID, space: 90, size: 26, values: (_, at) => at.map(clock) },
      {
        stroke: GREY,
        font: FONT,
        grid: GRID,
        ticks: { show: false },
        space: 34,
        gap: 4,
        ...(unit === "bytes" && { incrs: BINARY_STEPS }),
        values: (_, at) => {
          const texts = at.map((value) => valueText(value, unit));
          marks.splice(0, marks.length, ...texts);
          return texts;
        },
        size: (plot, texts) => {
          plot.ctx.font = FONT;
          return MARGIN + Math.ceil(Math.max(0, ...(texts ?? []).map((text) => plot.ctx.measureText(text).width)));
        },
      },
    ],
  };
  return { plot: new uPlot(options, [[...times], ...rows.map((row) => [...row])], place), marks };
}

/** Pixels of a chart that are of no grey. */
export function inkOf({ ctx, bbox: { left, top, width, height } }: uPlot): number {
  const { data } = ctx.getImageData(left, top, width, height);
  let count = 0;
  for (let at = 0; at < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at, at + 4);
    if (alpha > 0 && Math.max(red, green, blue) - Math.min(red, green, blue) > COLOURED) count++;
  }
  return count;
}

type Values = readonly (number | null)[];

/** Each on the sum of those before it. */
function stacked(rows: readonly Values[]): Values[] {
  const sums: number[] = [];
  return rows.map((row) =>
    row.map((value, at) => {
      sums[at] = (sums[at] ?? 0) + (value ?? 0);
      return value === null ? null : sums[at];
    }),
  );
}

const clock = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(11, 19);
