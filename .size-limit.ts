import { existsSync, readFileSync } from 'node:fs';

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
}

const manifest = 'dist/.vite/manifest.json';
if (!existsSync(manifest)) {
  throw new Error(`${manifest} is not there: npm run build makes it.`);
}
const chunks: Record<string, Chunk> = JSON.parse(readFileSync(manifest, 'utf8'));

/** Every script that these chunks need before they run: themselves and what they import, and what that imports. */
function scriptsOf(...names: string[]): string[] {
  const seen = new Set<string>();
  const visit = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    const chunk = chunks[name];
    if (chunk === undefined) throw new Error(`${manifest} names no chunk ${name}.`);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const name of names) visit(name);
  return ['dist/first-paint.js', ...[...seen].map((name) => `dist/${chunks[name]?.file}`)];
}

const entry = 'index.html';
const page = (file: string) => `src/dashboard/${file}`;

/** What is sent, in brotli, before a page can be used. */
export default [
  {
    name: 'first visit, /users',
    path: scriptsOf(entry, page('users/directory/DirectoryPage.tsx')),
    limit: '160 kB',
  },
  {
    name: 'deep link, /thematics',
    path: scriptsOf(entry, page('thematics/ThematicsPage.tsx')),
    limit: '160 kB',
  },
  {
    name: 'deep link, /settings/webhooks',
    path: scriptsOf(entry, page('webhooks/WebhooksPage.tsx')),
    limit: '190 kB',
  },
];
