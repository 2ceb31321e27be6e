import { Kbd } from '@mantine/core';
import { Fragment } from 'react';

const connecting = new Set(['to', 'or', 'and', 'then']);

export function KeyNames({ keys }: { readonly keys: string }) {
  return keys
    .split(/( |, )/)
    .map((part, index) => (
      <Fragment key={index}>
        {index % 2 === 1 || connecting.has(part) ? (
          part
        ) : (
          <Kbd>{part.length === 1 ? part.toUpperCase() : part}</Kbd>
        )}
      </Fragment>
    ));
}
