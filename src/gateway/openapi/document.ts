import { problemsOf, tags, type Answer, type Route } from '#contract/routes/route.ts';
import { routes } from '#contract/routes.ts';
import { problemCodes, problemMediaType, type ProblemCode } from '#contract/problem.ts';
import { pathParameters } from './pathParameters.ts';
import { SchemaBook, type JsonSchema } from './schemas.ts';

export interface Media {
  readonly schema: JsonSchema;
  readonly example?: unknown;
}
type Content = Readonly<Record<string, Media>>;

export interface DescribedParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: true;
  readonly description: string;
  readonly schema: JsonSchema;
  readonly example?: string;
}

export interface DescribedAnswer {
  readonly description: string;
  readonly headers?: Readonly<
    Record<string, { readonly description: string; readonly schema: JsonSchema }>
  >;
  readonly content?: Content;
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly DescribedParameter[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly description?: string;
    readonly content: Content;
  };
  readonly responses: Readonly<Record<string, DescribedAnswer>>;
}

/** An OpenAPI 3.1 document, as far as ours goes. */
export interface Document {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

const description = `Users, their wallets and the histories of these, thematics, and webhooks: the Portfolio Service interface under /p, and under /x what goes beyond it.
HEAD works wherever GET does. Every error is a problem (RFC 9457, ${problemMediaType}) with a stable code. Ids in paths are percent-encoded.`;

/** Describes every call from the table of the contract. */
export function describeService(version: string): Document {
  const book = new SchemaBook(routes.flatMap(schemasOf));
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of routes) {
    paths[route.path] = {
      ...paths[route.path],
      [route.method.toLowerCase()]: operation(route, book),
    };
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Portfolio Service', version, description },
    servers: [{ url: '/' }],
    tags: Object.values(tags).map((name) => ({ name })),
    paths,
    components: { schemas: book.components },
  };
}

function schemasOf({ parameters = [], body, answers }: Route) {
  return [...parameters, ...answers, ...(body === undefined ? [] : [body])].flatMap(({ schema }) =>
    schema === undefined ? [] : [schema],
  );
}

function operation(route: Route, book: SchemaBook): Operation {
  const { method, path, tag, summary, body } = route;
  // The body of a DELETE can stand in the query instead.
  const required = method !== 'DELETE';
  return {
    operationId: [
      method.toLowerCase(),
      ...path.split('/').map((part) => part.replaceAll(/[{}]/g, '')),
    ]
      .filter((part) => part !== '')
      .join('-'),
    tags: [tags[tag]],
    summary,
    description: route.description,
    parameters: [
      ...pathParameters(route, book),
      ...(route.parameters ?? []).map(({ schema, ...told }) => ({
        ...told,
        schema: book.of(schema),
      })),
    ],
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required,
            ...(body.description === undefined ? {} : { description: body.description }),
            content: {
              [body.mediaType ?? 'application/json']: {
                schema: book.of(body.schema),
                ...(body.example === undefined ? {} : { example: body.example }),
              },
              ...Object.fromEntries(
                (body.otherMediaTypes ?? []).map((type) => [type, { schema: {} }]),
              ),
            },
          },
        }),
    responses: {
      ...problemAnswers(problemsOf(route)),
      // After the problems: a 503 of /x/health tells of its health.
      ...Object.fromEntries(route.answers.map((answer) => [answer.status, describe(answer, book)])),
    },
  };
}

function describe(
  { description, schema, mediaType, headers }: Answer,
  book: SchemaBook,
): DescribedAnswer {
  return {
    description,
    ...(headers === undefined
      ? {}
      : {
          headers: Object.fromEntries(
            Object.entries(headers).map(([name, told]) => [
              name,
              { description: told, schema: { type: 'string' } },
            ]),
          ),
        }),
    ...(schema === undefined
      ? {}
      : { content: { [mediaType ?? 'application/json']: { schema: book.of(schema) } } }),
  };
}

/** The problems of a call by status, each with the codes it can carry. */
function problemAnswers(codes: readonly ProblemCode[]): Record<string, DescribedAnswer> {
  const byStatus = Map.groupBy(codes, (code) => problemCodes[code][0]);
  return Object.fromEntries(
    [...byStatus].map(([status, of]) => [
      status,
      {
        description: of.map((code) => `\`${code}\`: ${problemCodes[code][1]}.`).join(' '),
        content: {
          [problemMediaType]: {
            schema: {
              allOf: [{ $ref: '#/components/schemas/Problem' }],
              properties: { code: { enum: of } },
            },
          },
        },
      },
    ]),
  );
}
