import { bytesInWords } from '#contract/bytes.ts';
import {
  cachingOf,
  defaultBodyLimit,
  problemsOf,
  type Operation,
  type OperationBody,
} from '#contract/operation.ts';
import { operations, type OperationName } from '#contract/operations/operations.ts';
import { problemCodes, problemMediaType, type ProblemCode } from '#contract/problem.ts';
import { pathParameters, readParameters, type DescribedParameter } from './parameters.ts';
import { callProse } from './prose/allProse.ts';
import { tags, type AnswerProse, type CallProse } from './prose/callProse.ts';
import { etagHeader, headersOfStatus, notModified } from './prose/parameterProse.ts';
import { SchemaBook, type JsonSchema } from './schemas.ts';

export interface Media {
  readonly schema: JsonSchema;
  readonly example?: unknown;
}
type MediaTypes = Readonly<Record<string, Media>>;

export interface DescribedAnswer {
  readonly description: string;
  readonly headers?: Readonly<
    Record<string, { readonly description: string; readonly schema: JsonSchema }>
  >;
  readonly content?: MediaTypes;
}

export interface DescribedCall {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly DescribedParameter[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly description: string;
    readonly content: MediaTypes;
  };
  readonly responses: Readonly<Record<string, DescribedAnswer>>;
}

/** The parts of an OpenAPI 3.1 document that we use. */
export interface Document {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedCall>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

const description = `Users, their wallets and value histories, thematics, and webhooks: the Portfolio Service interface under /p, and its extensions under /x.
HEAD works wherever GET does. Every error is a problem (RFC 9457, ${problemMediaType}) with a stable code. Ids in paths are percent-encoded.`;

const names = Object.keys(operations).filter((name): name is OperationName => name in operations);

export function describeService(version: string): Document {
  const book = new SchemaBook(names.flatMap((name) => schemasOf(operations[name])));
  const paths: Record<string, Record<string, DescribedCall>> = {};
  for (const name of names) {
    const { method, path } = operations[name];
    paths[path] = { ...paths[path], [method.toLowerCase()]: describeCall(name, book) };
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

function schemasOf({ query = {}, body, answers }: Operation) {
  return [...Object.values(query), body?.schema, ...Object.values(answers)].filter(
    (schema) => schema !== undefined && schema !== null,
  );
}

function describeCall(name: OperationName, book: SchemaBook): DescribedCall {
  const operation: Operation = operations[name];
  const { tag, ...prose }: CallProse & { readonly tag: keyof typeof tags } = callProse[name];
  return {
    operationId: name,
    tags: [tags[tag]],
    summary: prose.summary,
    description: prose.description,
    parameters: [...pathParameters(operation, book), ...readParameters(operation, prose, book)],
    ...(operation.body === undefined
      ? {}
      : { requestBody: describeBody(operation.method, operation.body, prose.body, book) }),
    responses: {
      ...problemAnswers(problemsOf(operation)),
      // After the problems, because /x/health answers 503 with its health.
      ...describeAnswers(operation, prose, book),
    },
  };
}

function describeBody(
  method: Operation['method'],
  { schema, mediaType = 'application/json', otherMediaTypes = [], limit }: OperationBody,
  { description, example }: NonNullable<CallProse['body']> = {},
  book: SchemaBook,
): NonNullable<DescribedCall['requestBody']> {
  const limitText = `At most ${bytesInWords(limit ?? defaultBodyLimit)}.`;
  return {
    // A DELETE can send its body in the query instead.
    required: method !== 'DELETE',
    description: description === undefined ? limitText : `${description} ${limitText}`,
    content: {
      [mediaType]: { schema: book.of(schema), ...(example === undefined ? {} : { example }) },
      ...Object.fromEntries(otherMediaTypes.map((type) => [type, { schema: {} }])),
    },
  };
}

function describeAnswers(
  operation: Operation,
  prose: CallProse,
  book: SchemaBook,
): Record<string, DescribedAnswer> {
  const { answers, mediaType = 'application/json', otherAnswerTypes = [] } = operation;
  const { isTagged } = cachingOf(operation);
  const described = Object.entries(answers).map(([status, schema]) => {
    const { description, headers } = prose.answers[Number(status)] ?? { description: '' };
    const answer: AnswerProse = {
      description,
      headers: { ...headers, ...(isTagged ? etagHeader : {}), ...headersOfStatus(Number(status)) },
    };
    const others = otherAnswerTypes.map((type) => [type, { schema: {} }]);
    const content =
      schema === null
        ? undefined
        : { [mediaType]: { schema: book.of(schema) }, ...Object.fromEntries(others) };
    return [status, describeAnswer(answer, content)];
  });
  const unchanged = isTagged ? { 304: describeAnswer(notModified) } : {};
  return { ...Object.fromEntries(described), ...unchanged };
}

function describeAnswer(
  { description, headers = {} }: AnswerProse,
  content?: MediaTypes,
): DescribedAnswer {
  const described = Object.entries(headers).map(([name, header]) => [
    name,
    { description: header.description, schema: { type: 'string' as const } },
  ]);
  return {
    description,
    ...(described.length === 0 ? {} : { headers: Object.fromEntries(described) }),
    ...(content === undefined ? {} : { content }),
  };
}

function problemAnswers(codes: readonly ProblemCode[]): Record<string, DescribedAnswer> {
  const byStatus = Map.groupBy(codes, (code) => problemCodes[code][0]);
  return Object.fromEntries(
    [...byStatus].map(([status, of]) => {
      const description = of.map((code) => `\`${code}\`: ${problemCodes[code][1]}.`).join(' ');
      const schema = {
        allOf: [{ $ref: '#/components/schemas/Problem' }],
        properties: { code: { enum: of } },
      };
      const answer = { description, headers: headersOfStatus(status) };
      return [status, describeAnswer(answer, { [problemMediaType]: { schema } })];
    }),
  );
}
