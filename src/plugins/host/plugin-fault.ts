/** What is wrong with a plugin, in one sentence for its author. */
export class PluginFault extends Error {
  override readonly name = "PluginFault";
  /** False when the tool's own code was not reached: then the tool can safely be run again. */
  readonly started: boolean;

  constructor(reason: string, started = true) {
    super(reason);
    this.started = started;
  }
}
