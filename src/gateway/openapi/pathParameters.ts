import { historyType } from '#contract/historyType.ts';
import type { Route } from '#contract/routes/route.ts';
import type { DescribedParameter } from './document.ts';
import type { SchemaBook } from './schemas.ts';

interface Id {
  readonly description: string;
  readonly example: string;
}

const idUnder: Readonly<Record<string, Id>> = {
  users: { description: 'customId of the user.', example: 'ada' },
  thematics: { description: 'Id of the thematic.', example: 'settlement-layers' },
  tokens: { description: 'Id of the token.', example: 'KORV' },
  endpoints: { description: 'Id of the endpoint.', example: 'ep_7f31c2d4e5f60718293a4b5c6d7e8f90' },
  deliveries: {
    description: 'Id of the delivery.',
    example: 'dlv_0b5c1d2e3f4a5b6c7d8e9f0a1b2c3d4e',
  },
  recoveries: {
    description: 'Id of the recovery.',
    example: 'rec_5d0c8f7a1b2e4c3d9f6a7b8c9d0e1f2a',
  },
  inspector: { description: 'Any name.', example: 'trial' },
};

/** The parameters that stand in a path: an id is that of the collection before it. */
export function pathParameters({ path }: Route, book: SchemaBook): DescribedParameter[] {
  const parts = path.split('/');
  return parts.flatMap((part, place) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined) return [];
    if (name === 'historyType') {
      return [
        {
          name,
          in: 'path' as const,
          required: true as const,
          description: 'Period of the history.',
          schema: book.of(historyType),
          example: 'month',
        },
      ];
    }
    const id = idUnder[parts[place - 1] ?? ''];
    if (id === undefined) throw new Error(`Of what is ${part} in ${path} the id?`);
    return [
      {
        name,
        in: 'path' as const,
        required: true as const,
        description: id.description,
        schema: { type: 'string' as const },
        example: id.example,
      },
    ];
  });
}
