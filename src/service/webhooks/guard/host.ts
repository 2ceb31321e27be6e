/** The name or address in a URL's hostname, without the brackets of IPv6 and without the root's dot. */
export function hostOf(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
}
