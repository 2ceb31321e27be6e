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
