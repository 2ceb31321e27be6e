import type { Operation } from '#contract/operation.ts';

/** Those of some operations that an address calls: an id may read like a path without parameters. */
export function operationsAt<O extends Operation>(operations: readonly O[], address: string): O[] {
  return operations.filter(({ path }) =>
    new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(address),
  );
}
