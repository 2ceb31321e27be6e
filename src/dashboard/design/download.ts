/** Hands the reader a file, under a name that every file system takes. */
export function download(name: string, content: string | Blob, type = 'text/plain'): void {
  const blob = typeof content === 'string' ? new Blob([content], { type }) : content;
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName(name);
  link.click();
  // The browser reads it after the click: taken back at once, some would save nothing.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** A name without what file systems refuse: `a/b?c.csv` is `a-b-c.csv`. */
export function fileName(name: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is taken out
  return name.replaceAll(/[\u0000-\u001f<>:"/\\|?*\s]+/g, '-').replaceAll(/^[-.]+/g, '') || 'file';
}
