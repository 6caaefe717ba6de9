import { Controller } from "../../../test/support/index.js";

/**
 * Starts the built controller, and returns when it accepts calls and all phrases are cached.
 *
 * @param files in its DATA_DIR, by name
 * @param onStarted called earlier, with its process
 */
export async function startBuilt(
  settings: Readonly<Record<string, string>>,
  signal: AbortSignal,
  files: Readonly<Record<string, string>> = {},
  onStarted: (pid: number) => void = () => {},
): Promise<Controller> {
  const controller = await Controller.start(settings, { built: true, files });
  try {
    onStarted(controller.pid);
    await controller.healthy();
    await controller.logged("phrases_ready");
    signal.throwIfAborted();
    return controller;
  } catch (error) {
    await controller[Symbol.asyncDispose]();
    throw error;
  }
}
