/** A tone of 0.3 s at 24 000 Hz, as text-to-speech answers, where a test is about many calls and not about speech. */
export function shortTone(): Int16Array {
  return Int16Array.from({ length: 7_200 }, (_, i) => 8_000 * Math.sin((2 * Math.PI * 440 * i) / 24_000));
}
