import type { HistoryType } from '#contract/historyType.ts';
import type { Operation } from '#contract/operation.ts';

/** The parameters of a path in their order. */
type Params<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? [Name extends 'historyType' ? HistoryType : string, ...Params<Rest>]
  : [];

/** The path of an operation, its parameters in the order of the path: `pathTo(getUser, 'ada')`. */
export function pathTo<O extends Operation>({ path }: O, ...params: Params<O['path']>): string {
  const values: string[] = [...params];
  return path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(values.shift() ?? ''));
}
