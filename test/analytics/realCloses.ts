import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const data = new URL('../../../shared/data/', import.meta.url);
const day = 86_400_000;

export const hasRealCloses = existsSync(data);
if (!hasRealCloses) console.log('skipped: figures of real prices, ../shared/data is not there');

const read = (file: string): Buffer => readFileSync(new URL(file, data));
const rowsOf = (text: string): string[][] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split(','));

/** The daily closes as they are in the file: one row a day, by symbol; and the symbols of each thematic. */
export function readRealCloses() {
  const [head = [], ...rows] = rowsOf(gunzipSync(read('spot_daily_close.csv.gz')).toString());
  const dates = rows.map(([date = '']) => date);
  const closes = rows.map(
    (row) =>
      new Map(
        head.flatMap((symbol, i): [string, number][] =>
          i > 0 && row[i] ? [[symbol, Number(row[i])]] : [],
        ),
      ),
  );
  /** The close of a day is the price at the next midnight. */
  const midnights = Float64Array.from(dates, (date) => Date.parse(`${date}T00:00:00Z`) + day);
  return { dates, closes, midnights, symbols: head.slice(1) };
}

export type RealCloses = ReturnType<typeof readRealCloses>;

/** A token's price at each midnight; what is missing later carries forward. */
export function carriedForward({ closes }: RealCloses, symbol: string): Float64Array<ArrayBuffer> {
  let price = NaN;
  return Float64Array.from(closes, (row) => (price = row.get(symbol) ?? price));
}

/** The symbols of a thematic of the file. */
export function membersOf(thematicId: string): string[] {
  return rowsOf(read('thematics.csv').toString()).flatMap(([thematic, , symbol = '']) =>
    thematic === thematicId ? [symbol] : [],
  );
}
