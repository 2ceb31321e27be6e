/** The name or address a URL's hostname stands for: without the brackets of IPv6, and without the dot of the root. */
export function hostOf(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
}
