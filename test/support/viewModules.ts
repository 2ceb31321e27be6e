import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { pages } from '#dashboard/app/pages.ts';

/** Returns the modules of all pages, dialogs and late-loaded components, from the source. */
export function modulesInSource(): string[] {
  const root = 'src/dashboard/';
  const found = Object.values(pages).map(({ module }): string => module);
  for (const file of globSync(`${root}**/*.tsx`)) {
    const module = file.replaceAll('\\', '/').slice(root.length);
    const text = readFileSync(file, 'utf8');
    if (/^import .*\/(Dialog|PrivateForm)\.tsx'/m.test(text)) found.push(module);
    for (const [, late = ''] of text.matchAll(
      /lazyComponent\(\s*async \(\) => \(await import\('(.+?)'\)/g,
    )) {
      if (!late.endsWith('/X.tsx')) found.push(posix.join(posix.dirname(module), late));
    }
  }
  return [...new Set(found)].filter((module) => module !== 'design/PrivateForm.tsx').toSorted();
}
