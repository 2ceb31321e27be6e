import type { HistoryType } from '#contract/historyType.ts';
import type { Operation } from '#contract/operation.ts';

type Params<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? [Name extends 'historyType' ? HistoryType : string, ...Params<Rest>]
  : [];

/** Returns the path of an operation with its parameters in order: `pathTo(getUser, 'ada')`. */
export function pathTo<O extends Operation>({ path }: O, ...params: Params<O['path']>): string {
  const values: string[] = [...params];
  return path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(values.shift() ?? ''));
}
