const encoder = new TextEncoder();

export const encodeText = (text: string): Uint8Array => encoder.encode(text);

const partEnd = 0xff;

/**
 * Folded texts, one per row, consecutive in one array of bytes: a search reads memory sequentially. UTF-8, so that a
 * search for bytes finds exactly the text. A text may have a second part, which is searched together with the first.
 */
export class TextTable {
  #bytes = new Uint8Array(1 << 16);
  #end = 0;
  #unused = 0;
  #starts = new Uint32Array(1024);
  #lengths = new Uint32Array(1024);
  /** Lengths of the first part. */
  #firsts = new Uint32Array(1024);

  get size(): number {
    return this.#bytes.byteLength + 3 * this.#starts.byteLength;
  }

  set(rowIndex: number, first: string, second = ''): void {
    this.#reserveRow(rowIndex);
    const before = this.#lengths[rowIndex] ?? 0;
    // A unit of UTF-16 is at most three bytes.
    this.#reserveBytes((first.length + second.length) * 3 + 1);
    let { written } = encoder.encodeInto(first, this.#bytes.subarray(this.#end));
    this.#firsts[rowIndex] = written;
    if (second !== '') {
      this.#bytes[this.#end + written] = partEnd;
      written += 1;
      written += encoder.encodeInto(second, this.#bytes.subarray(this.#end + written)).written;
    }
    this.#unused += before;
    this.#starts[rowIndex] = this.#end;
    this.#lengths[rowIndex] = written;
    this.#end += written;
    if (this.#unused > this.#end / 2 && this.#unused > 1 << 16) this.#compact();
  }

  /** Negative if the first part of `a` sorts first, by code points; 0 if they are equal. */
  compare(a: number, b: number): number {
    const bytes = this.#bytes;
    const left = this.#starts[a] ?? 0;
    const right = this.#starts[b] ?? 0;
    const shared = Math.min(this.#firsts[a] ?? 0, this.#firsts[b] ?? 0);
    for (let at = 0; at < shared; at++) {
      const difference = (bytes[left + at] ?? 0) - (bytes[right + at] ?? 0);
      if (difference !== 0) return difference;
    }
    return (this.#firsts[a] ?? 0) - (this.#firsts[b] ?? 0);
  }

  /**
   * Sets to 1, at their index, the marks of rows whose text contains the word, in its first part or anywhere;
   * existing marks stay.
   */
  mark(word: Uint8Array, rowIndexes: Uint32Array, marks: Uint8Array, part: 'first' | 'any'): void {
    const bytes = this.#bytes;
    const length = word.length;
    // Compares the last two bytes first: few texts have both without a match.
    const [last = 0, beforeLast = 0] = [word[length - 1], word[length - 2]];
    const tail = length === 1 ? last : beforeLast * 256 + last;
    const mask = length === 1 ? 0xff : 0xffff;
    const starts = this.#starts;
    const lengths = part === 'first' ? this.#firsts : this.#lengths;
    for (let index = 0; index < rowIndexes.length; index++) {
      if (marks[index] === 1) continue;
      const rowIndex = rowIndexes[index] ?? 0;
      const start = starts[rowIndex] ?? 0;
      const end = start + (lengths[rowIndex] ?? 0);
      let seen = 0;
      for (let at = start; at < end; at++) {
        seen = ((seen << 8) | (bytes[at] ?? 0)) & mask;
        if (seen !== tail) continue;
        let matched = 2;
        while (matched < length && bytes[at - matched] === word[length - 1 - matched]) matched++;
        if (matched < length || at - length + 1 < start) continue;
        marks[index] = 1;
        break;
      }
    }
  }

  #reserveRow(rowIndex: number): void {
    if (rowIndex < this.#starts.length) return;
    const room = Math.max(rowIndex + 1, this.#starts.length * 2);
    this.#starts = resized(this.#starts, new Uint32Array(room));
    this.#lengths = resized(this.#lengths, new Uint32Array(room));
    this.#firsts = resized(this.#firsts, new Uint32Array(room));
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
    for (let rowIndex = 0; rowIndex < this.#starts.length; rowIndex++) {
      const start = this.#starts[rowIndex] ?? 0;
      const length = this.#lengths[rowIndex] ?? 0;
      bytes.set(this.#bytes.subarray(start, start + length), end);
      this.#starts[rowIndex] = end;
      end += length;
    }
    this.#bytes = bytes;
    this.#end = end;
    this.#unused = 0;
  }
}

/** A larger column with the same values, followed by those of `room`. */
export function resized<Column extends Uint8Array | Uint32Array | Float64Array>(
  column: Column,
  room: Column,
): Column {
  room.set(column);
  return room;
}
