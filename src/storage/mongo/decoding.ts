/** Documents decoded per turn of the event loop, which carries the audio of all calls: about 1 ms. */
export const DECODE_BATCH_SIZE = 100;
