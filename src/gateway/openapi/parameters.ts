import { historyType } from '#contract/historyType.ts';
import { cachingOf, type Operation } from '#contract/operation.ts';
import type { CallProse, ParameterProse } from './prose/callProse.ts';
import { ifNoneMatch } from './prose/parameterProse.ts';
import type { JsonSchema, SchemaBook } from './schemas.ts';

export interface DescribedParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: true;
  readonly description: string;
  readonly schema: JsonSchema;
  readonly example?: string;
}

interface IdProse {
  readonly description: string;
  readonly example: string;
}

const idUnder: Readonly<Record<string, IdProse>> = {
  users: { description: 'customId of the user.', example: 'ada' },
  thematics: { description: 'Id of the thematic.', example: 'settlement-layers' },
  definitions: {
    description: 'Start of the definition: its `from`.',
    example: '2026-06-17T14:00:00.000Z',
  },
  tokens: { description: 'Id of the token.', example: 'KORV' },
  endpoints: { description: 'Id of the endpoint.', example: 'ep_7f31c2d4e5f60718293a4b5c6d7e8f90' },
  sessions: { description: 'Id of the session.', example: 'ses_0123456789abcdef' },
  keys: { description: 'Id of the key.', example: 'key_0123456789abcdef' },
  deliveries: {
    description: 'Id of the delivery.',
    example: 'dlv_0b5c1d2e3f4a5b6c7d8e9f0a1b2c3d4e',
  },
  recoveries: {
    description: 'Id of the recovery.',
    example: 'rec_5d0c8f7a1b2e4c3d9f6a7b8c9d0e1f2a',
  },
  import: { description: 'Id of the import.', example: 'imp_3a1b2c4d5e6f708192a3b4c5d6e7f809' },
  hook: {
    description: 'Secret part of the registered address.',
    example: 'Q0n6yJmXUeS2vY4kTz8LrWb1HdFgAcPiOoNuMsEtRxw',
  },
  views: {
    description: 'Any id: 1 to 64 letters, digits, hyphens and underscores.',
    example: 'large-accounts',
  },
  inspector: { description: 'Any name.', example: 'trial' },
};

/** Returns the parameters of a path. An id belongs to the collection before it. */
export function pathParameters({ path }: Operation, book: SchemaBook): DescribedParameter[] {
  const parts = path.split('/');
  return parts.flatMap((part, index) => {
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
    const id = idUnder[parts[index - 1] ?? ''];
    if (id === undefined) throw new Error(`The id ${part} in ${path} has no description.`);
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

export function readParameters(
  operation: Operation,
  prose: CallProse,
  book: SchemaBook,
): DescribedParameter[] {
  const { query = {} } = operation;
  const headers = { ...prose.headers, ...(cachingOf(operation).isTagged ? ifNoneMatch : {}) };
  return [
    ...Object.entries(prose.query ?? {}).map(([name, { value, ...prose }]) => {
      const schema = query[name];
      const described = schema === undefined ? {} : book.of(schema);
      return {
        name,
        in: 'query' as const,
        ...prose,
        // The result of a transform cannot be described, but its text can.
        schema: value === undefined ? (isEmpty(described) ? text : described) : only(value),
      };
    }),
    ...Object.entries(headers).map(([name, { value, ...prose }]: [string, ParameterProse]) => ({
      name,
      in: 'header' as const,
      ...prose,
      schema: value === undefined ? text : only(value),
    })),
  ];
}

const text = { type: 'string' } as const;
const only = (value: string) => ({ ...text, const: value });
const isEmpty = (schema: JsonSchema) => Object.keys(schema).length === 0;
