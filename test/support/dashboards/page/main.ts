import type uPlot from "uplot";
import type { Box, Drawing, DrawnPanel, SeenPanel } from "../drawing.js";
import { chartOf, inkOf, type MarkedChart } from "./chart.js";

/** Grafana's: a row of its grid is 30 pixels high, with 8 between. */
const ROW = 38;
const GAP = 8;
const HEADER = 56;
const COLUMNS = 24;

interface Shown {
  readonly panel: DrawnPanel;
  readonly element: HTMLElement;
  readonly chart?: MarkedChart;
}

const shown: Shown[] = [];

/** Puts a dashboard into the page. @returns its height in pixels, when the charts are painted */
export async function draw({ title, panels }: Drawing): Promise<number> {
  const main = document.querySelector("main") as HTMLElement;
  main.append(made("h1", "", title));
  const column = (main.clientWidth + GAP) / COLUMNS;
  for (const panel of panels) {
    const { x, y, w, h } = panel.place;
    const element = made("section", panel.type);
    element.style.left = `${x * column}px`;
    element.style.top = `${HEADER + y * ROW}px`;
    element.style.width = `${w * column - GAP}px`;
    element.style.height = `${h * ROW - GAP}px`;
    element.append(made("h2", "", panel.title));
    main.append(element);
    if (panel.type === "timeseries") shown.push({ panel, element, chart: addChart(panel, element) });
    else shown.push({ panel, element });
    if (panel.type === "stat") addNumbers(panel, element);
  }
  await new Promise(requestAnimationFrame);
  const height = HEADER + Math.max(...panels.map(({ place: { y, h } }) => y + h)) * ROW + GAP;
  main.style.height = `${height}px`;
  return height;
}

function addNumbers({ series, hasNames, isFilled, noValue }: DrawnPanel, element: HTMLElement): void {
  const numbers = made("div", "numbers");
  element.append(numbers);
  if (series.length === 0) numbers.append(made("div", "number none", noValue));
  for (const { name, text, colour } of series) {
    const number = made("div", isFilled ? "number filled" : "number");
    number.style.setProperty("--colour", colour);
    if (hasNames) number.append(made("span", "name", name));
    number.append(made("span", "value", text));
    numbers.append(number);
  }
}

function addChart(panel: DrawnPanel, element: HTMLElement): MarkedChart {
  const place = made("div", "chart");
  const legend = made("ul", "legend");
  for (const { name, colour } of panel.series) {
    const item = made("li", "name", name);
    item.style.setProperty("--colour", colour);
    legend.append(item);
  }
  element.append(place, legend);
  return chartOf(panel, place);
}

/** What is to be seen of each panel. */
export function look(): readonly SeenPanel[] {
  return shown.map(({ panel, element, chart }) => ({
    title: panel.title,
    box: boxOf(element),
    texts: element.innerText.split("\n").filter((text) => text !== ""),
    legends: textsOf(element, ".name"),
    values: chart ? chart.marks : textsOf(element, ".value"),
    series: chart ? pointed(chart.plot) : element.querySelectorAll(".value").length,
    ink: chart ? inkOf(chart.plot) : 0,
    overflowing: overflowing(element),
  }));
}

const textsOf = (element: HTMLElement, selector: string) =>
  [...element.querySelectorAll<HTMLElement>(selector)].map((each) => each.innerText);

/** How many of a chart's series have a point. */
const pointed = ({ data: [, ...rows] }: uPlot) =>
  rows.filter((row) => Array.from(row).some((value) => Number.isFinite(value))).length;

/** What is cut off in a panel, or lies outside of it. */
function overflowing(element: HTMLElement): string[] {
  const { left, top, right, bottom } = boxOf(element);
  return [...element.querySelectorAll<HTMLElement>("h2, .chart, .legend, .name, .numbers, .number, .value")]
    .filter((each) => {
      const box = boxOf(each);
      const isOutside = box.left < left || box.top < top || box.right > right || box.bottom > bottom;
      const isCut = each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1;
      return isOutside || (isCut && getComputedStyle(each).display !== "inline");
    })
    .map((each) => `${each.className || each.tagName}: ${each.innerText}`);
}

function boxOf(element: HTMLElement): Box {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return { left, top: top + scrollY, right, bottom: bottom + scrollY };
}

function made(tag: string, className: string, text = ""): HTMLElement {
  const element = document.createElement(tag);
  if (className !== "") element.className = className;
  element.textContent = text;
  return element;
}
