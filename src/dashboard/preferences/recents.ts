/** A place that was chosen in the command palette. */
export interface Recent {
  readonly to: string;
  readonly label: string;
  readonly kind: 'user' | 'thematic';
}

const key = 'portfolio.recents';
const maxRecents = 6;

/** The places chosen last, newest first. They are kept in this browser alone. */
export function readRecents(): readonly Recent[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isRecent).slice(0, maxRecents) : [];
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

function isRecent(kept: unknown): kept is Recent {
  if (typeof kept !== 'object' || kept === null) return false;
  const { to, label, kind } = { to: null, label: null, kind: null, ...kept };
  // Only to pages of ours: `//elsewhere` and `javascript:` are none.
  const isOurs = typeof to === 'string' && /^\/(users|thematics)\//.test(to);
  return isOurs && typeof label === 'string' && (kind === 'user' || kind === 'thematic');
}
