import { readdir, readFile, appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';

const packageFile = z.object({
  name: z.string(),
  version: z.string(),
  license: z.optional(z.string()),
});

/**
 * Adds the notices of packages that only workers bundle to those that Vite wrote for the page.
 * @param modules files in workers.
 */
export async function addNotices(file: string, modules: Iterable<string>): Promise<void> {
  const notices = await readFile(file, 'utf8');
  for (const folder of packageFolders(modules)) {
    const { name, version, license } = z.parse(
      packageFile,
      JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')),
    );
    const head = `## ${name} - ${version}`;
    if (notices.includes(`\n${head}`)) continue;
    const [text] = (await readdir(folder)).filter((entry) => /^(licen[cs]e|copying)/i.test(entry));
    const body = text === undefined ? '' : (await readFile(join(folder, text), 'utf8')).trim();
    await appendFile(file, `\n${head}${license === undefined ? '' : ` (${license})`}\n\n${body}\n`);
  }
}

function packageFolders(modules: Iterable<string>): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const module of modules) {
    const [, folder] = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(module) ?? [];
    if (folder !== undefined) folders.add(folder);
  }
  return folders;
}
