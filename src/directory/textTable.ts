const encoder = new TextEncoder();

/** The bytes of a text that is looked for. */
export const encodeText = (text: string): Uint8Array => encoder.encode(text);

/**
 * Folded texts, one a place, beside each other in one array of bytes: a search reads memory from one end to the other. UTF-8,
 * so that bytes within bytes are a text within a text.
 */
export class TextTable {
  #bytes = new Uint8Array(1 << 16);
  #end = 0;
  /** Bytes that no place refers to any more. */
  #unused = 0;
  #starts = new Uint32Array(1024);
  #lengths = new Uint32Array(1024);
  /** Which letters and which pairs of them each text has, as bits: most texts need not be read at all. */
  #letters = new Uint32Array(1024);
  #pairs = new Uint32Array(1024);

  /** Bytes in memory. */
  get size(): number {
    return this.#bytes.byteLength + 4 * this.#starts.byteLength;
  }

  set(place: number, text: string): void {
    this.#reservePlace(place);
    const before = this.#lengths[place] ?? 0;
    // A unit of UTF-16 is at most three bytes.
    this.#reserveBytes(text.length * 3);
    const { written } = encoder.encodeInto(text, this.#bytes.subarray(this.#end));
    this.#unused += before;
    this.#starts[place] = this.#end;
    this.#lengths[place] = written;
    const signature = signatureOf(this.#bytes.subarray(this.#end, this.#end + written));
    this.#letters[place] = signature.letters;
    this.#pairs[place] = signature.pairs;
    this.#end += written;
    if (this.#unused > this.#end / 2 && this.#unused > 1 << 16) this.#compact();
  }

  /** Below 0 where the text of `a` comes first, by code points; 0 where both are the same. */
  compare(a: number, b: number): number {
    const bytes = this.#bytes;
    const left = this.#starts[a] ?? 0;
    const right = this.#starts[b] ?? 0;
    const shared = Math.min(this.#lengths[a] ?? 0, this.#lengths[b] ?? 0);
    for (let at = 0; at < shared; at++) {
      const difference = (bytes[left + at] ?? 0) - (bytes[right + at] ?? 0);
      if (difference !== 0) return difference;
    }
    return (this.#lengths[a] ?? 0) - (this.#lengths[b] ?? 0);
  }

  /** Marks with 1 the places from `from` up to `to` that hold the word, of those that `among` marks. */
  mark(word: Uint8Array, among: Uint8Array, marks: Uint8Array, from: number, to: number): void {
    const bytes = this.#bytes;
    const first = word[0] ?? 0;
    const length = word.length;
    const { letters, pairs } = signatureOf(word);
    const [textLetters, textPairs] = [this.#letters, this.#pairs];
    const [starts, lengths] = [this.#starts, this.#lengths];
    for (let place = from; place < to; place++) {
      if (((textLetters[place] ?? 0) & letters) !== letters) continue;
      if (((textPairs[place] ?? 0) & pairs) !== pairs) continue;
      if (among[place] !== 1 || marks[place] === 1) continue;
      const start = starts[place] ?? 0;
      const last = start + (lengths[place] ?? 0) - length;
      for (let at = start; at <= last; at++) {
        if (bytes[at] !== first) continue;
        let matched = 1;
        while (matched < length && bytes[at + matched] === word[matched]) matched++;
        if (matched === length) {
          marks[place] = 1;
          break;
        }
      }
    }
  }

  #reservePlace(place: number): void {
    if (place < this.#starts.length) return;
    const room = Math.max(place + 1, this.#starts.length * 2);
    this.#starts = resized(this.#starts, room);
    this.#lengths = resized(this.#lengths, room);
    this.#letters = resized(this.#letters, room);
    this.#pairs = resized(this.#pairs, room);
  }

  #reserveBytes(more: number): void {
    if (this.#end + more <= this.#bytes.length) return;
    const bytes = new Uint8Array(Math.max(this.#end + more, Math.ceil(this.#bytes.length * 1.5)));
    bytes.set(this.#bytes.subarray(0, this.#end));
    this.#bytes = bytes;
  }

  #compact(): void {
    const bytes = new Uint8Array(Math.max(1 << 16, (this.#end - this.#unused) * 1.5));
    let end = 0;
    for (let place = 0; place < this.#starts.length; place++) {
      const start = this.#starts[place] ?? 0;
      const length = this.#lengths[place] ?? 0;
      bytes.set(this.#bytes.subarray(start, start + length), end);
      this.#starts[place] = end;
      end += length;
    }
    this.#bytes = bytes;
    this.#end = end;
    this.#unused = 0;
  }
}

/** A bit for each letter and each pair of letters that is there: what a text lacks, no text within it has. */
function signatureOf(bytes: Uint8Array): { letters: number; pairs: number } {
  let letters = 0;
  let pairs = 0;
  let before = -1;
  for (const byte of bytes) {
    letters |= 1 << (byte & 31);
    if (before !== -1) pairs |= 1 << ((Math.imul(before * 256 + byte, 0x9e37_79b1) >>> 27) & 31);
    before = byte;
  }
  return { letters, pairs };
}

/** A copy with more room. */
export function resized(column: Uint32Array, length: number): Uint32Array<ArrayBuffer> {
  const copy = new Uint32Array(length);
  copy.set(column);
  return copy;
}
