export const kibibyte = 1024;
export const mebibyte = 1024 * kibibyte;

/** A number of bytes in words: `64 KiB`, `2 MiB`. */
export function bytesInWords(bytes: number): string {
  return bytes >= mebibyte ? `${bytes / mebibyte} MiB` : `${bytes / kibibyte} KiB`;
}
