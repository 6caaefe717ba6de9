import { Controller } from "../../../test/support/index.js";

/**
 * The controller as built, when calls can be taken and all phrases are there.
 *
 * @param onStarted told of its process before that
 */
export async function startBuilt(
  settings: Readonly<Record<string, string>>,
  signal: AbortSignal,
  onStarted: (pid: number) => void = () => {},
): Promise<Controller> {
  const controller = await Controller.start(settings, { built: true });
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
