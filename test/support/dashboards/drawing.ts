/** What the page that draws a dashboard is handed: panels with their answers. */
export interface Drawing {
  readonly title: string;
  readonly panels: readonly DrawnPanel[];
}

export interface DrawnPanel {
  readonly title: string;
  readonly type: "row" | "stat" | "timeseries";
  /** In columns of 24, and in rows. */
  readonly place: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly unit: string;
  /** In seconds of Unix time; the last of them alone for numbers. */
  readonly times: readonly number[];
  readonly series: readonly DrawnSeries[];
  readonly isStacked: boolean;
  /** In pixels; 0 for areas alone. */
  readonly lineWidth: number;
  /** 0 to 1. */
  readonly fill: number;
  /** Whether a number has its name beside it, and its colour behind it. */
  readonly hasNames: boolean;
  readonly isFilled: boolean;
  /** Written where there is no series. */
  readonly noValue: string;
}

export interface DrawnSeries {
  readonly name: string;
  /** As CSS has it. */
  readonly colour: string;
  /** One for each of the panel's times; null where there is none. */
  readonly values: readonly (number | null)[];
  /** The last one in words, with its unit. */
  readonly text: string;
  /** What Prometheus tells it apart by. */
  readonly labels: Readonly<Record<string, string>>;
  /** The labels that its name is made of. */
  readonly namedBy: readonly string[];
}

/** In pixels of the page. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** What is to be seen of a panel, told by the page. */
export interface SeenPanel {
  readonly title: string;
  readonly box: Box;
  /** Every text of it, the title too. */
  readonly texts: readonly string[];
  /** The names beside its lines or numbers. */
  readonly legends: readonly string[];
  /** What stands at its axis of values; of a number what it reads. */
  readonly values: readonly string[];
  /** How many series the chart has with a point in it, or how many numbers there are. */
  readonly series: number;
  /** Pixels of the chart that have a colour. */
  readonly ink: number;
  /** What does not fit into it, or lies outside of it. */
  readonly overflowing: readonly string[];
}
