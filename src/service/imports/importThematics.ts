import type { DefinedThematic } from '../portfolio/defineThematic.ts';
import { quoted, type Faults, type FaultPosition } from './importFaults.ts';
import type { MarketToken } from '../prices/market.ts';
import type { ThematicLine, ThematicTable } from './thematicCsv.ts';

export interface DefinedThematics {
  /** In file order; existing descriptions are preserved, since files have none. */
  readonly thematics: readonly Omit<DefinedThematic, 'description'>[];
  readonly tokens: readonly MarketToken[];
}

interface Named {
  readonly name: string;
  readonly place: FaultPosition;
}

/** Creates thematics with equal weights from the lines of files; unknown symbols and contradictions are faults. */
export function defineThematics(
  tables: readonly ThematicTable[],
  isKnown: (symbol: string) => boolean,
  faults: Faults,
): DefinedThematics {
  const lines = tables.flatMap(({ rows }) => rows);
  const names = new Map<string, Named>();
  const tokens = new Map<string, Named>();
  const symbols = new Map<string, Set<string>>();
  for (const line of lines) {
    const { place, symbol, thematic_id: id } = line;
    checkName(names, id, { name: line.thematic_name, place }, 'thematic_name', faults);
    checkName(tokens, symbol, { name: line.token_name, place }, 'token_name', faults);
    const known = symbols.get(id) ?? new Set();
    symbols.set(id, known);
    if (known.has(symbol)) fault(faults, line, `${quoted(symbol)} occurs twice in ${quoted(id)}`);
    if (!isKnown(symbol)) {
      fault(faults, line, `${quoted(symbol)} has no prices, either in these files or stored`);
    }
    known.add(symbol);
  }
  return {
    thematics: Array.from(symbols, ([id, known]) => ({
      id,
      name: names.get(id)?.name ?? id,
      tokens: Array.from(known, (token) => ({ token, weight: 1 / known.size })),
    })),
    tokens: Array.from(tokens, ([symbol, { name }]) => ({ _id: symbol, symbol, name })),
  };
}

function fault(faults: Faults, { place }: ThematicLine, detail: string): void {
  faults.add({ ...place, column: 'symbol' }, detail, 'invalid-thematic');
}

/** All occurrences of an id must have the same name. */
function checkName(
  known: Map<string, Named>,
  id: string,
  named: Named,
  column: string,
  faults: Faults,
): void {
  const before = known.get(id);
  if (before === undefined) known.set(id, named);
  else if (before.name !== named.name) {
    const where = `${before.place.file} line ${before.place.line}`;
    faults.add(
      { ...named.place, column },
      `${quoted(id)} is called ${quoted(named.name)} here and ${quoted(before.name)} in ${where}`,
      'invalid-thematic',
    );
  }
}
