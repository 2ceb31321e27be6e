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

/** Pages and the most that a first visit to each may download, in kB. */
const pages: readonly (readonly [name: string, file: string, limit: number])[] = [
  ['/users', 'users/directory/DirectoryPage.tsx', 160],
  ['/users/{id}', 'users/UserPage.tsx', 185],
  ['/users/{id}/wallets/{id}', 'wallets/WalletPage.tsx', 185],
  ['/thematics', 'thematics/ThematicsPage.tsx', 160],
  ['/thematics/{id}', 'thematics/ThematicPage.tsx', 180],
  ['/compare', 'thematics/ComparePage.tsx', 170],
  ['/settings/webhooks', 'webhooks/WebhooksPage.tsx', 190],
  ['/settings/preferences', 'settings/PreferencesPage.tsx', 140],
];

/** What is sent, in brotli, before a page can be used by who comes to it first. */
export default pages.map(([name, file, limit]) => ({
  name: `first visit, ${name}`,
  path: scriptsOf('index.html', `src/dashboard/${file}`),
  limit: `${limit} kB`,
}));
