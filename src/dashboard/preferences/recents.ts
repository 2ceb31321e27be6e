import * as z from 'zod/mini';

const recent = z.object({
  // Only our own pages, not `//elsewhere` or `javascript:`.
  to: z.string().check(z.regex(/^\/(users|thematics)\//)),
  label: z.string(),
  kind: z.enum(['user', 'thematic']),
});
export type Recent = Readonly<z.infer<typeof recent>>;

const key = 'portfolio.recents';
const maxRecents = 6;

export function readRecents(): readonly Recent[] {
  try {
    const stored = z.array(z.unknown()).parse(JSON.parse(localStorage.getItem(key) ?? '[]'));
    return stored.flatMap((one) => recent.safeParse(one).data ?? []).slice(0, maxRecents);
  } catch {
    // Storage is off, or its content is invalid.
    return [];
  }
}

export function addRecent({ to, label, kind }: Recent): void {
  const others = readRecents().filter((recent) => recent.to !== to);
  write(JSON.stringify([{ to, label, kind }, ...others].slice(0, maxRecents)));
}

export function forgetRecents(): void {
  write('[]');
}

function write(text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // Storage is off in this browser.
  }
}
