import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The package.json next to `src`, or next to `dist/src` in a build. */
function ownPackage(): { readonly file: URL; readonly version: string } | undefined {
  for (const place of ["../package.json", "../../package.json"]) {
    try {
      const file = new URL(place, import.meta.url);
      return { file, version: (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version };
    } catch {
      // The other place, then.
    }
  }
  return undefined;
}

export function ownVersion(): string {
  return ownPackage()?.version ?? "unknown";
}

/** Where `npm run build` puts the console. */
export function consoleFolder(): string {
  return fileURLToPath(new URL("dist/console", ownPackage()?.file ?? import.meta.url));
}
