import * as z from 'zod/mini';
import { namedSchemas } from '#contract/schemas.ts';

export type JsonSchema = z.core.JSONSchema.JSONSchema;

const prefix = '#/components/schemas/';

/** Converts schemas of the contract to JSON Schema (2020-12): named ones become components, others stay inline. */
export class SchemaBook {
  readonly components: Readonly<Record<string, JsonSchema>>;
  readonly #inline: ReadonlyMap<z.core.$ZodType, JsonSchema>;

  /** @param others all unnamed schemas that will be requested. */
  constructor(others: readonly z.core.$ZodType[]) {
    const registry = z.registry<{ id: string }>();
    const named = Object.entries(namedSchemas);
    for (const [id, [schema]] of named) registry.add(schema, { id });
    const unnamed = [...new Set(others)].filter((schema) => !registry.has(schema));
    unnamed.forEach((schema, index) => registry.add(schema, { id: `unnamed ${index}` }));
    const { schemas } = z.toJSONSchema(registry, {
      uri: (id) => prefix + id,
      override: simplify,
      unrepresentable: 'any',
    });
    const converted = (id: string) => {
      const schema = { ...schemas[id] };
      delete schema.$schema;
      delete schema.$id;
      return schema;
    };
    this.components = Object.fromEntries(
      named.map(([id, [, about]]) => [id, { description: about, ...converted(id) }]),
    );
    this.#inline = new Map<z.core.$ZodType, JsonSchema>([
      ...unnamed.map((schema, index) => [schema, converted(`unnamed ${index}`)] as const),
      ...named.map(([id, [schema]]) => [schema, { $ref: prefix + id }] as const),
    ]);
  }

  /** Returns the schema: a reference if it has a name. */
  of(schema: z.core.$ZodType): JsonSchema {
    const described = this.#inline.get(schema);
    if (described === undefined) throw new Error('The schema is not in the book.');
    return described;
  }
}

/** Removes what carries no information (open objects) and what readers do not need (the pattern of date-time). */
function simplify({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
  const { additionalProperties: more } = jsonSchema;
  if (typeof more === 'object' && Object.keys(more).length === 0) {
    delete jsonSchema.additionalProperties;
  }
}
