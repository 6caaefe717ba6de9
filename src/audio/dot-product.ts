/**
 * Sums of products of 32-bit floats, four at a time: the basis of filters. A JavaScript loop takes 4 times as long, so this is a
 * WebAssembly function (SIMD, which every processor supported by Node has); if that is not available, a loop is used. Both work
 * on one memory, which contains the numbers.
 */

/** Numbers multiplied per iteration: operands are padded to a multiple of it. */
export const DOT_STEP = 16;
const FLOAT_BYTES = Float32Array.BYTES_PER_ELEMENT;
const PAGE_BYTES = 65_536;

/** A permanent range of the memory. */
export interface Floats {
  /** Where it begins, in floats. */
  readonly at: number;
  /** Its numbers; the view becomes invalid when another range is taken, so get it again each time. */
  values(): Float32Array;
}

const [DOT, A, B, END, SUMS] = [0, 0, 1, 2, [3, 4, 5, 6]] as const;
const [TYPE, FUNCTION, MEMORY, EXPORT, CODE] = [1, 3, 5, 7, 10];
const [I32, F32, V128, FUNC, VOID] = [0x7f, 0x7d, 0x7b, 0x60, 0x40];
const GET = (local: number) => [0x20, local];
const SET = (local: number) => [0x21, local];
/** Loads four floats from `bytes` beyond the address on the stack. */
const LOAD = (bytes: number) => [0xfd, 0x00, 0x02, bytes];
const LANE = (lane: number) => [0xfd, 0x1f, lane];
const [ADD_4, MULTIPLY_4] = [
  [0xfd, 0xe4, 0x01],
  [0xfd, 0xe6, 0x01],
];
const [ADD, LOOP, UNLESS_LESS_OUT, FINISH] = [0x92, [0x03, VOID], [0x49, 0x0d, 0x00], 0x0b];
/** Advances by 64 bytes: one step. */
const ADVANCE = (local: number) => [...GET(local), 0x41, 0xc0, 0x00, 0x6a, ...SET(local)];

/** `dot(a, b, end)`: the sum of products of the floats from address a up to `end` and those from address b. */
const BODY = [
  ...[1, SUMS.length, V128],
  ...LOOP,
  ...SUMS.flatMap((sum, n) => [
    ...[...GET(sum), ...GET(A), ...LOAD(16 * n), ...GET(B), ...LOAD(16 * n)],
    ...[...MULTIPLY_4, ...ADD_4, ...SET(sum)],
  ]),
  ...ADVANCE(A),
  ...ADVANCE(B),
  ...[...GET(A), ...GET(END), ...UNLESS_LESS_OUT],
  FINISH,
  ...[...GET(3), ...GET(4), ...ADD_4, ...GET(5), ...GET(6), ...ADD_4, ...ADD_4, ...SET(3)],
  ...[...GET(3), ...LANE(0), ...GET(3), ...LANE(1), ADD, ...GET(3), ...LANE(2), ...GET(3), ...LANE(3), ADD, ADD],
  FINISH,
];

const name = (text: string) => [text.length, ...Buffer.from(text)];
const sized = (bytes: readonly number[]) => [...leb(bytes.length), ...bytes];
/** A number in WebAssembly's LEB128 encoding, up to 16383. */
const leb = (value: number) => (value < 128 ? [value] : [(value & 127) | 128, value >> 7]);

/** The module, in WebAssembly's binary format. */
const MODULE = Uint8Array.from([
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  ...[TYPE, ...sized([1, FUNC, 3, I32, I32, I32, 1, F32])],
  ...[FUNCTION, ...sized([1, 0])],
  ...[MEMORY, ...sized([1, 0, 1])],
  ...[EXPORT, ...sized([2, ...name("memory"), 2, 0, ...name("dot"), 0, DOT])],
  ...[CODE, ...sized([1, ...sized(BODY)])],
] as number[]);

interface Exports {
  readonly memory: WebAssembly.Memory;
  dot(a: number, b: number, end: number): number;
}

const simd = WebAssembly.validate(MODULE)
  ? (new WebAssembly.Instance(new WebAssembly.Module(MODULE)).exports as unknown as Exports)
  : undefined;
const memory = simd?.memory ?? new WebAssembly.Memory({ initial: 1 });
let taken = 0;

/** Reserves a permanent range of floats, all 0. */
export function takeFloats(count: number): Floats {
  const at = taken;
  taken += Math.ceil(count / DOT_STEP) * DOT_STEP;
  const missing = taken * FLOAT_BYTES - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
  return { at, values: () => new Float32Array(memory.buffer, at * FLOAT_BYTES, count) };
}

/**
 * The sum of the products of two ranges of the memory.
 *
 * @param a where one begins, in floats
 * @param b where the other begins, in floats
 * @param count their length, a multiple of {@link DOT_STEP} and more than 0
 */
export const dotProduct: (a: number, b: number, count: number) => number = simd
  ? (a, b, count) => simd.dot(a * FLOAT_BYTES, b * FLOAT_BYTES, (a + count) * FLOAT_BYTES)
  : (a, b, count) => {
      const floats = new Float32Array(memory.buffer);
      let sum = 0;
      for (let n = 0; n < count; n++) sum += (floats[a + n] as number) * (floats[b + n] as number);
      return sum;
    };
