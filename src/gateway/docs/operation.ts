import { html } from 'hono/html';
import { problemMediaType } from '#contract/problem.ts';
import type { DescribedAnswer, DescribedCall } from '../openapi/document.ts';
import { curlLine } from './curl.ts';
import { prose, type Html } from './prose.ts';
import { schemaWords } from './schema.ts';

export function operationSection(
  base: string,
  method: string,
  path: string,
  operation: DescribedCall,
): Html {
  const { operationId, summary, description, parameters, responses } = operation;
  const answers = Object.entries(responses);
  return html`<section id="${operationId}">
    <h3><a href="#${operationId}">${summary}</a></h3>
    <p class="call"><b>${method}</b> <code>${path}</code></p>
    <p>${prose(description)}</p>
    ${parameters.length === 0 ? '' : parameterTable(parameters)} ${bodyParagraph(operation)}
    <table>
      <thead>
        <tr>
          <th scope="col">Status</th>
          <th scope="col">Description</th>
          <th scope="col">Body</th>
        </tr>
      </thead>
      <tbody>
        ${answers.filter(([, answer]) => !isProblem(answer)).map(answerRow)}
        ${answers.filter(([, answer]) => isProblem(answer)).map(problemRow)}
      </tbody>
    </table>
    <pre><code>${curlLine(base, method, path, operation)}</code></pre>
  </section>`;
}

function parameterTable(parameters: DescribedCall['parameters']): Html {
  return html`<table>
    <thead>
      <tr>
        <th scope="col">Parameter</th>
        <th scope="col">Description</th>
        <th scope="col">Type</th>
      </tr>
    </thead>
    <tbody>
      ${parameters.map(
        ({ name, in: location, description, schema }) =>
          html`<tr>
            <td><code>${name}</code> (${location})</td>
            <td>${prose(description)}</td>
            <td>${schemaWords(schema)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function bodyParagraph({ requestBody }: DescribedCall): Html | '' {
  if (requestBody === undefined) return '';
  return html`<p>
    Body:
    ${Object.entries(requestBody.content).map(
      ([type, { schema }]) => html`${schemaWords(schema)} as <code>${type}</code>. `,
    )}
    ${prose(requestBody.description)}
  </p>`;
}

function isProblem({ content = {} }: DescribedAnswer): boolean {
  return problemMediaType in content;
}

function answerRow([status, { description, headers = {}, content = {} }]: [
  string,
  DescribedAnswer,
]): Html {
  return html`<tr>
    <td>${status}</td>
    <td>${prose(description)} ${headerLines(headers)}</td>
    <td>
      ${Object.entries(content).map(
        ([type, { schema }]) => html`${schemaWords(schema)}<br /><code>${type}</code>`,
      )}
    </td>
  </tr>`;
}

function headerLines(headers: NonNullable<DescribedAnswer['headers']>): Html[] {
  return Object.entries(headers).map(
    ([name, parameter]) => html`<br /><code>${name}</code>: ${prose(parameter.description)}`,
  );
}

/** Row of a status. Each code links to its meaning. */
function problemRow([status, { headers = {}, content = {} }]: [string, DescribedAnswer]): Html {
  const codes = Object.values(content).flatMap(({ schema }) => {
    const code = schema.properties?.['code'];
    return typeof code === 'object' ? (code.enum ?? []).map(String) : [];
  });
  return html`<tr class="problem">
    <td>${status}</td>
    <td>
      ${codes.map((code) => html`<a href="#problem-${code}"><code>${code}</code></a> `)}
      ${headerLines(headers)}
    </td>
    <td><a href="#schema-Problem">Problem</a></td>
  </tr>`;
}
