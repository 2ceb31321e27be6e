export const kibibyte = 1024;
export const mebibyte = 1024 * kibibyte;

/** Returns a number of bytes as text: `64 KiB`, `2 MiB`. */
export function bytesInWords(bytes: number): string {
  return bytes >= mebibyte ? `${bytes / mebibyte} MiB` : `${bytes / kibibyte} KiB`;
}
