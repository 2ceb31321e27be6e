/** The inspector's first address: its own with a name behind it. */
export function inspectorAddress(url: string): string {
  return `${url}first`;
}
