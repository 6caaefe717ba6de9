import { open } from "node:fs/promises";

/** Writes to a file until nothing more fits on its disk. */
export async function fillUp(path: string): Promise<void> {
  const file = await open(path, "w", 0o600);
  try {
    for (const bytes of [1_000_000, 4_096, 1]) {
      const piece = Buffer.alloc(bytes, 1);
      for (;;) if ((await file.write(piece).catch(() => ({ bytesWritten: 0 }))).bytesWritten < bytes) break;
    }
  } finally {
    await file.close();
  }
}
