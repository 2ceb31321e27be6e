import { pointer } from '#contract/problem.ts';

/** Where a value stands in a JSON text, its name included where it is a member. */
export interface JsonPlace {
  readonly pointer: string;
  /** Where its name begins; the value itself in a list. */
  readonly start: number;
  readonly from: number;
  readonly to: number;
}

interface Open {
  readonly isList: boolean;
  readonly path: readonly string[];
  readonly start: number;
  readonly from: number;
  /** Of a list: how many values came; of an object: the name of the value that comes. */
  count: number;
  name: { readonly text: string; readonly at: number } | null;
}

const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** The places of all values of a JSON text, in the order in which they end. For texts that JSON.parse reads. */
export function jsonPlaces(text: string): JsonPlace[] {
  const places: JsonPlace[] = [];
  const open: Open[] = [];
  for (const match of text.matchAll(tokens)) {
    const [token] = match;
    const at = match.index;
    const around = open.at(-1);
    if (token === ':' || token === ',') continue;
    if (token === '}' || token === ']') {
      const closed = open.pop();
      if (closed === undefined) continue;
      const { path, start, from } = closed;
      places.push({ pointer: pointer(path), start, from, to: at + 1 });
      continue;
    }
    if (around !== undefined && !around.isList && around.name === null) {
      around.name = { text: readName(token), at };
      continue;
    }
    const path = pathOf(around);
    const start = around?.name?.at ?? at;
    if (around !== undefined) around.name = null;
    if (token === '{' || token === '[') {
      open.push({ isList: token === '[', path, start, from: at, count: 0, name: null });
    } else places.push({ pointer: pointer(path), start, from: at, to: at + token.length });
  }
  return places;
}

function pathOf(around: Open | undefined): readonly string[] {
  if (around === undefined) return [];
  const own = around.isList ? String(around.count++) : (around.name?.text ?? '');
  return [...around.path, own];
}

function readName(token: string): string {
  return String(JSON.parse(token));
}

/** Where in a text a position is, as people count: the first line and the first column are 1. */
export function lineAndColumn(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at);
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n') };
}
