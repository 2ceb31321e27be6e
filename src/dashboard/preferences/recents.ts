import * as z from 'zod/mini';

/** A place that was chosen in the command palette. */
const recent = z.object({
  // Only pages of ours: `//elsewhere` and `javascript:` are none.
  to: z.string().check(z.regex(/^\/(users|thematics)\//)),
  label: z.string(),
  kind: z.enum(['user', 'thematic']),
});
export type Recent = Readonly<z.infer<typeof recent>>;

const key = 'portfolio.recents';
const maxRecents = 6;

/** The places chosen last, newest first. They are kept in this browser alone. */
export function readRecents(): readonly Recent[] {
  try {
    const kept = z.array(z.unknown()).parse(JSON.parse(localStorage.getItem(key) ?? '[]'));
    return kept.flatMap((one) => recent.safeParse(one).data ?? []).slice(0, maxRecents);
  } catch {
    // Storage is off, or holds what another hand wrote.
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
    // Storage is off in this browser: nothing is kept.
  }
}
