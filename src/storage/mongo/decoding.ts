/** How many documents are decoded in one turn of the event loop, which carries the audio of all calls: 1 ms or so. */
export const DECODE_BATCH_SIZE = 100;
