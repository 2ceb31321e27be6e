export function download(name: string, content: string | Blob, type = 'text/plain'): void {
  const blob = typeof content === 'string' ? new Blob([content], { type }) : content;
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName(name);
  link.click();
  // The browser reads the URL after the click. If it were revoked at once, some browsers would save nothing.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Replaces characters that file systems reject: `a/b?c.csv` becomes `a-b-c.csv`. */
export function fileName(name: string): string {
  // oxlint-disable-next-line no-control-regex -- file systems reject control characters
  return name.replaceAll(/[\u0000-\u001f<>:"/\\|?*\s]+/g, '-').replaceAll(/^[-.]+/g, '') || 'file';
}
