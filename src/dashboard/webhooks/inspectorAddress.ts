/** An address of the inspector: its own with a name at the end. */
export function inspectorAddress(url: string): string {
  return `${url}demo`;
}
