const thinSpace = '\u2009';

/** A size: `712 bytes`, `4.2 kB`, `61.3 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  const [size, unit] = bytes < 999_950 ? [bytes / 1e3, 'kB'] : [bytes / 1e6, 'MB'];
  return `${size.toFixed(1)}${thinSpace}${unit}`;
}
