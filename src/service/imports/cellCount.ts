const quote = 34;
const lineFeed = 10;
const carriageReturn = 13;

/** Counts the cells of CSV rows as their bytes arrive: csv-parse limits the text of a row, but not its cells. */
export function createCellCount(delimiter: string, maxCells: number) {
  const separator = delimiter.charCodeAt(0);
  let cells = 1;
  let isQuoted = false;
  return {
    /**
     * @returns the start within these bytes of the row with too many cells, 0 if it began before them; null if there
     * is none.
     */
    add(bytes: Uint8Array): number | null {
      let begin = 0;
      for (let at = 0; at < bytes.length; at += 1) {
        const byte = bytes[at];
        if (byte === quote) isQuoted = !isQuoted;
        else if (isQuoted) continue;
        else if (byte === separator) {
          cells += 1;
          if (cells > maxCells) return begin;
        } else if (byte === lineFeed || byte === carriageReturn) {
          cells = 1;
          begin = at + 1;
        }
      }
      return null;
    },
  };
}
