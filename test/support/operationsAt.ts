import type { Operation } from '#contract/operation.ts';

/** Returns the operations that an address may call. An id may look like a path without parameters. */
export function operationsAt<O extends Operation>(operations: readonly O[], address: string): O[] {
  return operations.filter(({ path }) =>
    new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(address),
  );
}
