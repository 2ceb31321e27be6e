import { html, raw } from 'hono/html';
import type { JsonSchema } from '../openapi/schemas.ts';
import { prose, type Html } from './prose.ts';

const prefix = '#/components/schemas/';

export function schemaWords(schema: JsonSchema | boolean | undefined): Html {
  if (schema === undefined || typeof schema === 'boolean') return html`anything`;
  if (schema.$ref !== undefined) {
    const name = schema.$ref.slice(prefix.length);
    return html`<a href="#schema-${name}">${name}</a>`;
  }
  if (schema.anyOf !== undefined) return joined(schema.anyOf.map(schemaWords), ' or ');
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum !== undefined) {
    return joined(
      schema.enum.map((value) => html`<code>${String(value)}</code>`),
      ', ',
    );
  }
  if (schema.type === 'array') return html`array of ${schemaWords(itemOf(schema))}`;
  if (schema.properties !== undefined) {
    const fields = Object.keys(schema.properties).map((field) => html`<code>${field}</code>`);
    return html`object of ${joined(fields, ', ')}`;
  }
  const type = [schema.type].flat().join(' or ') || 'anything';
  return html`${schema.format === 'date-time' ? 'time (ISO 8601)' : type}${bounds(schema)}`;
}

export function schemaSection(name: string, schema: JsonSchema): Html {
  const fields = Object.entries(schema.properties ?? {});
  return html`<section id="schema-${name}">
    <h3><a href="#schema-${name}">${name}</a></h3>
    <p>${prose(schema.description ?? '')}</p>
    ${fields.length === 0 ? html`<p>${schemaWords(schema)}</p>` : fieldTable(schema, fields)}
  </section>`;
}

function fieldTable(schema: JsonSchema, fields: [string, JsonSchema | boolean][]): Html {
  return html`<table>
    <thead>
      <tr>
        <th scope="col">Field</th>
        <th scope="col">Type</th>
      </tr>
    </thead>
    <tbody>
      ${fields.map(
        ([field, of]) =>
          html`<tr>
            <td>
              <code>${field}</code>${schema.required?.includes(field) === true ? '' : ' (optional)'}
            </td>
            <td>${schemaWords(of)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function itemOf({ items }: JsonSchema): JsonSchema | boolean | undefined {
  return Array.isArray(items) ? items[0] : items;
}

function bounds({ minimum, maximum, minLength, maxLength }: JsonSchema): string {
  const low = minimum ?? minLength;
  const high = maximum ?? maxLength;
  const least = low === undefined || low <= Number.MIN_SAFE_INTEGER ? '' : `, at least ${low}`;
  return high === undefined || high >= Number.MAX_SAFE_INTEGER
    ? least
    : `${least}, at most ${high}`;
}

function joined(parts: readonly Html[], separator: string): Html {
  return html`${parts.map((part, index) => (index === 0 ? part : html`${raw(separator)}${part}`))}`;
}
