import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';

const root = fileURLToPath(new URL('../../', import.meta.url));
const migrations = 'src/platform/database/migrations';

const entry = z.looseObject({ idx: z.number(), when: z.number(), tag: z.string() });
const journal = z.looseObject({ entries: z.array(entry) });

/** Copies this build, with one more migration, which only adds: a column and a table. */
export async function makeNewerBuild(folder: string): Promise<string> {
  await mkdir(join(folder, 'test/gateway'), { recursive: true });
  for (const name of await readdir(join(root, 'src'))) {
    if (name !== 'dashboard')
      await cp(join(root, 'src', name), join(folder, 'src', name), { recursive: true });
  }
  await cp(join(root, 'test/gateway/child.ts'), join(folder, 'test/gateway/child.ts'));
  await cp(join(root, 'package.json'), join(folder, 'package.json'));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  const file = join(folder, migrations, 'meta/_journal.json');
  const known = z.parse(journal, JSON.parse(await readFile(file, 'utf8')));
  const last = known.entries.at(-1);
  if (last === undefined) throw new Error('There is no migration');
  const added = { ...last, idx: last.idx + 1, when: last.when + 1, tag: '9999_newer' };
  await writeFile(file, JSON.stringify({ ...known, entries: [...known.entries, added] }));
  await writeFile(
    join(folder, migrations, `${added.tag}.sql`),
    [
      'ALTER TABLE users ADD COLUMN newer text;',
      'CREATE TABLE newer (id bigint PRIMARY KEY);',
    ].join('\n--> statement-breakpoint\n'),
  );
  return folder;
}
