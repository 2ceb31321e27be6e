import { html } from 'hono/html';
import { problemCodes } from '#contract/problem.ts';
import type { Document } from '../openapi/document.ts';
import { operationSection } from './operation.ts';
import { prose, type Html } from './prose.ts';
import { schemaSection } from './schema.ts';

/** Page of the API description: every call, schema and problem has its own anchor. It needs no script. */
export function docsPage(document: Document, base: string): Html {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation,
    })),
  );
  const groups = document.tags.map(({ name }) => ({
    name,
    id: name.toLowerCase().replaceAll(' ', '-'),
    calls: calls.filter(({ operation }) => operation.tags.includes(name)),
  }));
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${document.info.title}: API reference</title>
        <link rel="stylesheet" href="/p/docs/style.css" />
      </head>
      <body>
        <nav aria-label="Calls">
          <a href="/">Dashboard</a> <a href="/p/openapi.json">openapi.json</a>
          ${groups.map(
            (group) =>
              html`<h2><a href="#${group.id}">${group.name}</a></h2>
                <ul>
                  ${group.calls.map(
                    ({ method, path, operation }) =>
                      html`<li>
                        <a href="#${operation.operationId}"
                          ><b>${method}</b><span>${breakable(path)}</span></a
                        >
                      </li>`,
                  )}
                </ul>`,
          )}
          <h2><a href="#schemas">Schemas</a></h2>
          <h2><a href="#problems">Problems</a></h2>
        </nav>
        <main>
          <h1>${document.info.title}</h1>
          ${document.info.description.split('\n').map((line) => html`<p>${prose(line)}</p>`)}
          ${groups.map(
            (group) =>
              html`<h2 id="${group.id}">${group.name}</h2>
                ${group.calls.map(({ method, path, operation }) =>
                  operationSection(base, method, path, operation),
                )}`,
          )}
          <h2 id="schemas">Schemas</h2>
          ${Object.entries(document.components.schemas).map(([name, schema]) =>
            schemaSection(name, schema),
          )}
          <h2 id="problems">Problems</h2>
          ${problemTable()}
        </main>
      </body>
    </html>`;
}

/** Lets a narrow column break a path before its slashes. */
function breakable(path: string): Html {
  const [first = '', ...rest] = path.split(/(?=\/)/);
  return html`${first}${rest.map((part) => html`<wbr />${part}`)}`;
}

function problemTable(): Html {
  return html`<table>
    <thead>
      <tr>
        <th scope="col">Code</th>
        <th scope="col">Status</th>
        <th scope="col">Meaning</th>
      </tr>
    </thead>
    <tbody>
      ${Object.entries(problemCodes).map(
        ([code, [status, title]]) =>
          html`<tr id="problem-${code}">
            <td>
              <a href="#problem-${code}"><code>${code}</code></a>
            </td>
            <td>${status}</td>
            <td>${title}.</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}
