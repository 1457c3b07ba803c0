// Unpacks what `xz --format=lzma` has packed: a quarter smaller than by gzip, which is what browsers unpack by themselves.
//
// The format is that of Igor Pavlov's LZMA specification: thirteen bytes of a header, then a range coder over adaptive bits. Names are those
// of the specification.

/** A part of what is unpacked takes about so long, in milliseconds, before the page may do something else. */
const PART = 12;
/** Number of bytes between two looks at the clock. */
const LOOK = 1 << 16;

const HEADER = 13;
const STATES = 12;
const POS_STATES = 1 << 4;
const LEN = 2 + 2 * POS_STATES * 8 + 256;

// Places of the probabilities in one array.
const IS_MATCH = 0;
const IS_REP = IS_MATCH + STATES * POS_STATES;
const IS_REP_G0 = IS_REP + STATES;
const IS_REP_G1 = IS_REP_G0 + STATES;
const IS_REP_G2 = IS_REP_G1 + STATES;
const IS_REP0_LONG = IS_REP_G2 + STATES;
const POS_SLOT = IS_REP0_LONG + STATES * POS_STATES;
const POS_SPECIAL = POS_SLOT + 4 * 64;
const ALIGN = POS_SPECIAL + 128;
const MATCH_LEN = ALIGN + 16;
const REP_LEN = MATCH_LEN + LEN;
const LITERAL = REP_LEN + LEN;

/** Unpacks in parts, between which the page goes on. */
export async function unpack(packed: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const unpacking = new Unpacking(packed);
  let began = performance.now();
  for (let end = LOOK; !unpacking.isDone; end += LOOK) {
    unpacking.runTo(end);
    if (performance.now() - began > PART) {
      await new Promise((resolve) => setTimeout(resolve));
      began = performance.now();
    }
  }
  return unpacking.out;
}

class Unpacking {
  readonly out: Uint8Array<ArrayBuffer>;
  readonly #in: Uint8Array;
  readonly #probs: Uint16Array;
  readonly #lc: number;
  readonly #lpMask: number;
  readonly #pbMask: number;
  #at = HEADER + 5;
  #pos = 0;
  #range = 0xffffffff;
  #code = 0;
  #state = 0;
  #rep0 = 0;
  #rep1 = 0;
  #rep2 = 0;
  #rep3 = 0;

  constructor(packed: Uint8Array) {
    const header = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
    if (packed.length < HEADER + 5) throw broken();
    let properties = header.getUint8(0);
    if (properties >= 9 * 5 * 5) throw broken();
    this.#lc = properties % 9;
    properties = Math.floor(properties / 9);
    this.#lpMask = (1 << properties % 5) - 1;
    this.#pbMask = (1 << Math.floor(properties / 5)) - 1;
    const [low, high] = [header.getUint32(5, true), header.getUint32(9, true)];
    // The length is written when a file is packed, not a stream.
    if (high !== 0) throw broken();
    this.out = new Uint8Array(low);
    this.#in = packed;
    this.#code = header.getUint32(HEADER + 1);
    this.#probs = new Uint16Array(LITERAL + (0x300 << (this.#lc + (properties % 5)))).fill(1024);
  }

  get isDone(): boolean {
    return this.#pos >= this.out.length;
  }

  /** Unpacks until at least so many bytes are there, or all. */
  runTo(wanted: number): void {
    const { out } = this;
    const end = Math.min(wanted, out.length);
    while (this.#pos < end) {
      const posState = this.#pos & this.#pbMask;
      const at = this.#state * POS_STATES + posState;
      if (this.#bit(IS_MATCH + at) === 0) {
        this.#literal();
        continue;
      }
      let length: number;
      if (this.#bit(IS_REP + this.#state) === 0) {
        [this.#rep3, this.#rep2, this.#rep1] = [this.#rep2, this.#rep1, this.#rep0];
        length = this.#length(MATCH_LEN, posState);
        this.#state = this.#state < 7 ? 7 : 10;
        this.#rep0 = this.#distance(length);
      } else {
        if (this.#bit(IS_REP_G0 + this.#state) === 0) {
          if (this.#bit(IS_REP0_LONG + at) === 0) {
            this.#state = this.#state < 7 ? 9 : 11;
            this.#copy(1);
            continue;
          }
        } else {
          this.#swap();
        }
        length = this.#length(REP_LEN, posState);
        this.#state = this.#state < 7 ? 8 : 11;
      }
      this.#copy(length + 2);
    }
  }

  #copy(length: number): void {
    const { out } = this;
    const from = this.#pos - this.#rep0 - 1;
    if (from < 0 || this.#pos + length > out.length) throw broken();
    for (let i = 0; i < length; i++) out[this.#pos + i] = out[from + i] as number;
    this.#pos += length;
  }

  #swap(): void {
    let distance: number;
    if (this.#bit(IS_REP_G1 + this.#state) === 0) {
      distance = this.#rep1;
    } else {
      if (this.#bit(IS_REP_G2 + this.#state) === 0) {
        distance = this.#rep2;
      } else {
        distance = this.#rep3;
        this.#rep3 = this.#rep2;
      }
      this.#rep2 = this.#rep1;
    }
    this.#rep1 = this.#rep0;
    this.#rep0 = distance;
  }

  #literal(): void {
    const { out } = this;
    const pos = this.#pos;
    const before = pos > 0 ? (out[pos - 1] as number) : 0;
    const context = ((pos & this.#lpMask) << this.#lc) + (before >> (8 - this.#lc));
    const probs = LITERAL + 0x300 * context;
    let symbol = 1;
    if (this.#state >= 7) {
      let match = out[pos - this.#rep0 - 1] as number;
      do {
        const matched = (match >> 7) & 1;
        match <<= 1;
        const bit = this.#bit(probs + ((1 + matched) << 8) + symbol);
        symbol = (symbol << 1) | bit;
        if (matched !== bit) break;
      } while (symbol < 0x100);
    }
    while (symbol < 0x100) symbol = (symbol << 1) | this.#bit(probs + symbol);
    out[pos] = symbol & 0xff;
    this.#pos = pos + 1;
    this.#state = this.#state < 4 ? 0 : this.#state < 10 ? this.#state - 3 : this.#state - 6;
  }

  #length(probs: number, posState: number): number {
    if (this.#bit(probs) === 0) return this.#tree(probs + 2 + posState * 8, 3);
    if (this.#bit(probs + 1) === 0) return 8 + this.#tree(probs + 2 + (POS_STATES + posState) * 8, 3);
    return 16 + this.#tree(probs + 2 + 2 * POS_STATES * 8, 8);
  }

  #distance(length: number): number {
    const slot = this.#tree(POS_SLOT + Math.min(length, 3) * 64, 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    const high = (2 | (slot & 1)) << bits;
    if (slot < 14) return high + this.#reverse(POS_SPECIAL + high - slot, bits);
    return (((high >>> 0) + this.#direct(bits - 4) * 16) >>> 0) + this.#reverse(ALIGN, 4);
  }

  #tree(probs: number, bits: number): number {
    let node = 1;
    for (let i = 0; i < bits; i++) node = (node << 1) | this.#bit(probs + node);
    return node - (1 << bits);
  }

  #reverse(probs: number, bits: number): number {
    let node = 1;
    let value = 0;
    for (let i = 0; i < bits; i++) {
      const bit = this.#bit(probs + node);
      node = (node << 1) | bit;
      value |= bit << i;
    }
    return value;
  }

  #direct(bits: number): number {
    let value = 0;
    for (let i = 0; i < bits; i++) {
      this.#range >>>= 1;
      const bit = this.#code >= this.#range ? 1 : 0;
      if (bit === 1) this.#code -= this.#range;
      value = value * 2 + bit;
      this.#normalise();
    }
    return value;
  }

  #bit(at: number): number {
    const probs = this.#probs;
    const prob = probs[at] as number;
    const bound = Math.imul(this.#range >>> 11, prob) >>> 0;
    let bit = 0;
    if (this.#code < bound) {
      this.#range = bound;
      probs[at] = prob + ((2048 - prob) >> 5);
    } else {
      this.#range -= bound;
      this.#code -= bound;
      probs[at] = prob - (prob >> 5);
      bit = 1;
    }
    this.#normalise();
    return bit;
  }

  #normalise(): void {
    if (this.#range >= 0x1000000) return;
    if (this.#at >= this.#in.length) throw broken();
    this.#range = (this.#range << 8) >>> 0;
    this.#code = ((this.#code << 8) | (this.#in[this.#at++] as number)) >>> 0;
  }
}

function broken(): Error {
  return new Error("the program was not sent whole");
}
