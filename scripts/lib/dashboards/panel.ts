/** A Prometheus query, and its legend: a name, or `{{label}}`. */
export interface Question {
  readonly expr: string;
  readonly legend?: string;
}

/** One panel of a dashboard. */
export interface Panel {
  readonly title: string;
  /** What it shows and means, if the title does not say so. */
  readonly says?: string;
  /** The form: a current number, or lines over time, separate or stacked. */
  readonly as: "number" | "lines" | "stack";
  /** Grafana's units: `short`, `s`, `bytes`, `cpm` (per minute), `percentunit` (1 is 100 %). */
  readonly unit?: "short" | "s" | "bytes" | "cpm" | "percentunit";
  readonly decimals?: number;
  /** Thresholds for red and for orange. */
  readonly bad?: { readonly nearly?: number; readonly from: number };
  /** The text shown when there is no number. */
  readonly none?: string;
  /** Whether 1 is good and 0 is bad; with its name beside it if there are several. */
  readonly isYesOrNo?: boolean;
  /** Of 24 columns. Default: 3 for a number, 8 for lines. */
  readonly width?: number;
  readonly asks: readonly Question[];
}

export interface Row {
  readonly title: string;
  readonly panels: readonly Panel[];
}

export interface Dashboard {
  /** The file name, without `.json`. */
  readonly name: string;
  /** Grafana's id: a link to a dashboard is valid as long as this does not change. */
  readonly uid: string;
  readonly title: string;
  readonly description: string;
  readonly rows: readonly Row[];
}

const COLUMNS = 24;
const DATA_SOURCE = { type: "prometheus", uid: "prometheus" };
const HEIGHTS = { row: 1, number: 4, lines: 8, stack: 8 };
const WIDTHS = { number: 3, lines: 8, stack: 8 };
/** The colour of an outcome on every panel. */
const COLOURS = {
  completed: "green",
  delivered: "green",
  failed: "red",
  given_up: "dark-red",
  busy: "orange",
  no_answer: "yellow",
  cancelled: "blue",
  missed: "dark-red",
  reached: "green",
  acknowledged: "green",
  not_reached: "red",
  unacknowledged: "red",
};

/** A dashboard in Grafana's file format (schema version 39). */
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

/** Marks the controller's starts on every dashboard. */
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
  // Areas without an outline: a zero would otherwise draw its line along the top of the area below.
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
