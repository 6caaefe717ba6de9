/** What Prometheus is asked, and what the answer is called there: a name, or `{{label}}`. */
export interface Question {
  readonly expr: string;
  readonly legend?: string;
}

/** One picture on a dashboard. */
export interface Panel {
  readonly title: string;
  /** What is to be seen, and what it means, where the title does not say it. */
  readonly says?: string;
  /** How it is drawn: a number as it is now, or lines over time, each by itself or one on the other. */
  readonly as: "number" | "lines" | "stack";
  /** As Grafana calls it: `short`, `s`, `bytes`, `cpm` (per minute), `percentunit` (1 is 100 %). */
  readonly unit?: "short" | "s" | "bytes" | "cpm" | "percentunit";
  readonly decimals?: number;
  /** From which value on it is bad, or nearly. */
  readonly bad?: { readonly nearly?: number; readonly from: number };
  /** What a number reads while there is none. */
  readonly none?: string;
  /** Whether it is 1 for good and 0 for bad; with its name beside it where there are several. */
  readonly isYesOrNo?: boolean;
  /** Columns of 24. A number takes 3 of them and lines take 8 unless given. */
  readonly width?: number;
  readonly asks: readonly Question[];
}

export interface Row {
  readonly title: string;
  readonly panels: readonly Panel[];
}

export interface Dashboard {
  /** Of its file, without `.json`. */
  readonly name: string;
  /** Grafana's: a link to a dashboard stays good for as long as this does. */
  readonly uid: string;
  readonly title: string;
  readonly description: string;
  readonly rows: readonly Row[];
}

const COLUMNS = 24;
const DATA_SOURCE = { type: "prometheus", uid: "prometheus" };
const HEIGHTS = { row: 1, number: 4, lines: 8, stack: 8 };
const WIDTHS = { number: 3, lines: 8, stack: 8 };
/** What an outcome looks like wherever it is drawn. */
const COLOURS = {
  completed: "green",
  delivered: "green",
  failed: "red",
  given_up: "dark-red",
  busy: "orange",
  no_answer: "yellow",
  cancelled: "blue",
  missed: "dark-red",
};

/** A dashboard as Grafana reads it from a file (schema version 39). */
export function toGrafana({ uid, title, description, rows }: Dashboard): object {
  const panels: object[] = [];
  let y = 0;
  const place = (width: number, height: number, x: number) => ({ x, y, w: width, h: height });
  for (const row of rows) {
    const head = { id: panels.length + 1, type: "row", title: row.title, collapsed: false, panels: [] };
    panels.push({ ...head, gridPos: place(COLUMNS, HEIGHTS.row, 0) });
    y += HEIGHTS.row;
    let [x, height] = [0, 0];
    for (const panel of row.panels) {
      const width = panel.width ?? WIDTHS[panel.as];
      if (x + width > COLUMNS) {
        y += height;
        [x, height] = [0, 0];
      }
      panels.push({ id: panels.length + 1, gridPos: place(width, HEIGHTS[panel.as], x), ...drawn(panel) });
      x += width;
      height = Math.max(height, HEIGHTS[panel.as]);
    }
    y += height;
  }
  return {
    uid,
    title,
    description,
    tags: ["attendant"],
    editable: true,
    graphTooltip: 1,
    refresh: "30s",
    schemaVersion: 39,
    version: 1,
    timezone: "browser",
    time: { from: "now-6h", to: "now" },
    annotations: { list: [STARTS] },
    templating: { list: [] },
    links: [
      {
        type: "dashboards",
        title: "Attendant",
        tags: ["attendant"],
        asDropdown: false,
        keepTime: true,
        includeVars: true,
      },
    ],
    panels,
  };
}

/** Where the controller was started, on every dashboard. */
export const STARTS = {
  name: "Starts of the controller",
  datasource: DATA_SOURCE,
  enable: true,
  iconColor: "blue",
  expr: 'changes(process_start_time_seconds{job="attendant"}[1m]) > 0',
  titleFormat: "started",
};

function drawn(panel: Panel): object {
  const { title, says = "", as, asks } = panel;
  const isNumber = as === "number";
  return {
    type: isNumber ? "stat" : "timeseries",
    title,
    description: says,
    datasource: DATA_SOURCE,
    fieldConfig: { defaults: isNumber ? numberField(panel) : linesField(panel), overrides: colours(asks) },
    options: isNumber ? numberOptions(panel) : LINES_OPTIONS,
    targets: asks.map(({ expr, legend = "__auto" }, at) => ({
      refId: String.fromCharCode(65 + at),
      datasource: DATA_SOURCE,
      expr,
      legendFormat: legend,
      ...(isNumber ? { instant: true, range: false } : { range: true }),
    })),
  };
}

function numberField({ unit = "short", decimals, bad, none, isYesOrNo }: Panel): object {
  const steps = [
    { color: bad ? "green" : "text", value: null },
    ...(bad?.nearly === undefined ? [] : [{ color: "orange", value: bad.nearly }]),
    ...(bad ? [{ color: "red", value: bad.from }] : []),
  ];
  return {
    unit,
    ...(decimals !== undefined && { decimals }),
    ...(none !== undefined && { noValue: none }),
    ...(isYesOrNo && { mappings: [YES_OR_NO] }),
    thresholds: { mode: "absolute", steps },
  };
}

const YES_OR_NO = {
  type: "value",
  options: { 1: { text: "yes", color: "green", index: 0 }, 0: { text: "no", color: "red", index: 1 } },
};

function numberOptions({ isYesOrNo, asks }: Panel): object {
  return {
    reduceOptions: { calcs: ["lastNotNull"], fields: "", values: false },
    colorMode: isYesOrNo ? "background" : "value",
    graphMode: "none",
    textMode: asks.some(({ legend }) => legend) ? "value_and_name" : "value",
  };
}

function linesField({ unit = "short", as }: Panel): object {
  const isStack = as === "stack";
  const stacking = { mode: isStack ? "normal" : "none", group: "A" };
  // Areas without an edge: what is 0 would draw its own along the top of what lies below.
  const drawing = isStack ? { lineWidth: 0, fillOpacity: 70 } : { lineWidth: 1, fillOpacity: 8 };
  return { unit, min: 0, custom: { ...drawing, showPoints: "never", stacking } };
}

const LINES_OPTIONS = {
  legend: { displayMode: "list", placement: "bottom", showLegend: true },
  tooltip: { mode: "multi", sort: "desc" },
};

function colours(asks: readonly Question[]): object[] {
  if (!asks.some(({ legend }) => legend === "{{outcome}}")) return [];
  return Object.entries(COLOURS).map(([name, fixedColor]) => ({
    matcher: { id: "byName", options: name },
    properties: [{ id: "color", value: { mode: "fixed", fixedColor } }],
  }));
}
