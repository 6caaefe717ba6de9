import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PROJECT } from "../compose-file.js";

/** A dashboard as it stands in the file that Grafana reads: what is looked at here of it. */
export interface GrafanaDashboard {
  readonly title: string;
  readonly panels: readonly GrafanaPanel[];
}

export interface GrafanaPanel {
  readonly id: number;
  readonly title: string;
  readonly type: "row" | "stat" | "timeseries";
  /** In columns of 24, and in rows. */
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly GrafanaTarget[];
  readonly fieldConfig?: { readonly defaults: GrafanaField; readonly overrides: readonly GrafanaOverride[] };
  readonly options?: { readonly textMode?: "value" | "value_and_name"; readonly colorMode?: "value" | "background" };
}

export interface GrafanaTarget {
  readonly expr: string;
  /** `__auto`, or a text with `{{label}}` in it. */
  readonly legendFormat: string;
  readonly instant?: boolean;
}

export interface GrafanaField {
  readonly unit: string;
  readonly decimals?: number;
  readonly min?: number;
  /** Shown where nothing was answered. */
  readonly noValue?: string;
  readonly mappings?: readonly { readonly options: Readonly<Record<string, { text: string; color: string }>> }[];
  readonly thresholds?: { readonly steps: readonly { readonly color: string; readonly value: number | null }[] };
  readonly custom?: {
    readonly lineWidth: number;
    /** Per cent. */
    readonly fillOpacity: number;
    readonly stacking: { readonly mode: "none" | "normal" };
  };
}

/** Of the series with such a name. */
export interface GrafanaOverride {
  readonly matcher: { readonly id: "byName"; readonly options: string };
  readonly properties: readonly { readonly id: "color"; readonly value: { readonly fixedColor: string } }[];
}

/** @param name of its file in monitoring/grafana/dashboards, without `.json` */
export function grafanaDashboard(name: string): GrafanaDashboard {
  const file = join(PROJECT, "monitoring/grafana/dashboards", `${name}.json`);
  return JSON.parse(readFileSync(file, "utf8")) as GrafanaDashboard;
}
