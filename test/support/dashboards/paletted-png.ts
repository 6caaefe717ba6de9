import { crc32, deflateSync } from "node:zlib";
import type { Page } from "playwright-core";

/** As many as a byte can name. */
const COLOURS = 256;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue. */
  readonly palette: readonly (readonly number[])[];
  /** A place in the palette for each pixel, in base64. */
  readonly places: string;
}

/** A page's picture in its 256 most frequent colours, others as the nearest of them: half as large as with all. */
export async function palettedPng(page: Page): Promise<Buffer> {
  const picture = (await page.screenshot()).toString("base64");
  const { width, height, palette, places } = (await page.evaluate(
    `(${PIXELS_OF})("data:image/png;base64,${picture}", ${COLOURS})`,
  )) as Pixels;
  const pixels = Buffer.from(places, "base64");
  const lines = Array.from({ length: height }, (_, y) => [NO_FILTER, pixels.subarray(y * width, (y + 1) * width)]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8); // Eight bits each, into a palette.
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from(palette.flat())),
    chunk("IDAT", deflateSync(Buffer.concat(lines.flat()), { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const NO_FILTER = Buffer.from([0]);

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** Runs in the page, which can read a picture. */
const PIXELS_OF = `async (url, limit) => {
  const picture = await createImageBitmap(await (await fetch(url)).blob());
  const { width, height } = picture;
  const context = new OffscreenCanvas(width, height).getContext("2d");
  context.drawImage(picture, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const counts = new Map();
  const colourAt = (at) => (data[at] << 16) | (data[at + 1] << 8) | data[at + 2];
  for (let at = 0; at < data.length; at += 4) counts.set(colourAt(at), (counts.get(colourAt(at)) ?? 0) + 1);
  const channels = (colour) => [colour >> 16, (colour >> 8) & 255, colour & 255];
  const frequent = [...counts].sort(([, one], [, other]) => other - one).map(([colour]) => colour);
  const palette = frequent.slice(0, limit).map(channels);
  const nearest = (colour) => {
    const [red, green, blue] = channels(colour);
    const distances = palette.map(([r, g, b]) => (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2);
    return distances.indexOf(Math.min(...distances));
  };
  const places = new Map(frequent.map((colour) => [colour, nearest(colour)]));
  let bytes = "";
  for (let at = 0; at < data.length; at += 4) bytes += String.fromCharCode(places.get(colourAt(at)));
  return { width, height, palette, places: btoa(bytes) };
}`;
