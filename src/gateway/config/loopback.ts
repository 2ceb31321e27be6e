/** Names of this machine, as in a URL. A page of another site cannot have them as its own host. */
export const loopbackNames: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** @param host IPv6 with or without brackets. */
export function isLoopbackHost(host: string): boolean {
  return loopbackNames.includes(host) || loopbackNames.includes(`[${host}]`);
}
