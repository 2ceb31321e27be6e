/** Cuts the text of a JSON array, which arrives in pieces, between its items. */
export interface ItemCutter {
  /** Takes the next bytes and gives the items that are whole now, as the text of an array; '' where there are none yet. */
  cut(bytes: Uint8Array): string;
  /** Whether the array was there to its end. */
  readonly isWhole: boolean;
  /** The text that was not cut: an item that has begun, or one that is in no array. */
  rest(): string;
}

const unit = { quote: 0x22, comma: 0x2c, backslash: 0x5c, array: 0x5b, object: 0x7b } as const;
/** A closing bracket stands two units after the one that opens. */
const closing = 2;
const whiteSpace: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);

/**
 * The first users of an array of 100,000 can so be read before the last is sent. Only brackets, commas and quotes are
 * looked at: in UTF-8 no other character holds their bytes. What is between two commas, `JSON.parse` judges.
 */
export function createItemCutter(): ItemCutter {
  let place: 'before' | 'inside' | 'after' | 'elsewhere' = 'before';
  /** Brackets open inside the array. */
  let depth = 0;
  let isInText = false;
  let isEscaped = false;
  /** What came of the item that has begun, and of all that is no array. */
  let begun: Uint8Array[] = [];

  /** Where the first item begins, −1 before there is one. Whatever is no array is left as it is. */
  const enter = (bytes: Uint8Array): number => {
    const at = bytes.findIndex((byte) => !whiteSpace.has(byte));
    if (at === -1) return -1;
    place = bytes[at] === unit.array ? 'inside' : 'elsewhere';
    return place === 'inside' ? at + 1 : at;
  };

  /** Where the last item that is whole ends, −1 where none does. */
  const lastEnd = (bytes: Uint8Array, from: number): number => {
    let end = -1;
    for (let at = from; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (isInText) {
        if (isEscaped) isEscaped = false;
        else if (byte === unit.backslash) isEscaped = true;
        else if (byte === unit.quote) isInText = false;
      } else if (byte === unit.quote) isInText = true;
      else if (byte === unit.array || byte === unit.object) depth += 1;
      else if (byte === unit.comma && depth === 0) end = at;
      else if (byte === unit.array + closing || byte === unit.object + closing) {
        depth -= 1;
        if (depth >= 0) continue;
        place = 'after';
        return at;
      }
    }
    return end;
  };

  return {
    cut(bytes) {
      const from = place === 'before' ? enter(bytes) : 0;
      if (from === -1) return '';
      const end = place === 'inside' ? lastEnd(bytes, from) : -1;
      // A copy: the piece may be used again by who reads it.
      if (end === -1) {
        if (from < bytes.length) begun.push(bytes.slice(from));
        return '';
      }
      const items = textOf([...begun, bytes.subarray(from, end)]);
      begun = end + 1 < bytes.length ? [bytes.slice(end + 1)] : [];
      return items.trim() === '' ? '' : `[${items}]`;
    },
    get isWhole() {
      return place === 'after' && textOf(begun).trim() === '';
    },
    rest: () => textOf(begun),
  };
}

function textOf(pieces: readonly Uint8Array[]): string {
  const decoder = new TextDecoder();
  return pieces.map((piece) => decoder.decode(piece, { stream: true })).join('') + decoder.decode();
}
