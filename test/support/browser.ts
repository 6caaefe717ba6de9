import { access } from "node:fs/promises";
import { type Browser, chromium, type Page } from "playwright-core";

/** Debian's packages chromium-headless-shell and chromium. */
const PROGRAMS = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/** What a browser needs to listen to a file in place of a microphone, and to ask nobody whether it may. */
export const listeningTo = (wavFile: string) => [
  "--use-fake-ui-for-media-stream",
  "--use-fake-device-for-media-stream",
  `--use-file-for-fake-audio-capture=${wavFile}%noloop`,
];

/** Starts a Chromium without a window. @throws {Error} when none is installed */
export async function startBrowser(args: readonly string[] = []): Promise<Browser> {
  for (const executablePath of PROGRAMS) {
    const isThere = await access(executablePath).then(
      () => true,
      () => false,
    );
    if (!isThere) continue;
    // Chromium's own sandbox needs user namespaces, which root and containers do not have; the pages are ours.
    return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage", ...args] });
  }
  throw new Error(`there is no browser: apt-get install chromium-headless-shell (${PROGRAMS.join(", ")})`);
}

/** To run in a page before its own scripts: what goes to its sound card is kept as well, at the rate that it has there. */
export const KEEP_WHAT_IS_HEARD = `
  globalThis.heard = [];
  const connect = AudioNode.prototype.connect;
  AudioNode.prototype.connect = function (to) {
    if (to instanceof AudioDestinationNode) {
      const tap = this.context.createScriptProcessor(4096, 1, 1);
      tap.onaudioprocess = ({ inputBuffer }) => heard.push(inputBuffer.getChannelData(0).slice());
      connect.call(this, tap);
      connect.call(tap, to);
    }
    return connect.call(this, to);
  };
`;

/** What {@link KEEP_WHAT_IS_HEARD} has kept. */
export async function whatWasHeard(page: Page): Promise<Int16Array> {
  const samples = await page.evaluate(() => {
    const { heard } = globalThis as unknown as { readonly heard: readonly Float32Array[] };
    return heard.flatMap((each) => Array.from(each, (sample) => Math.round(sample * 32_767)));
  });
  return Int16Array.from(samples);
}
