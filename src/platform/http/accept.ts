import { problem } from './problem.ts';

/** Refuses with 406 where an Accept header admits none of the media types that can be sent (RFC 9110, 12.5.1). */
export function checkAccept(header: string | undefined, sends: readonly string[]): void {
  if (header === undefined || header.trim() === '') return;
  const ranges = header.split(',').map(parseRange);
  if (!sends.some((type) => quality(type, ranges) > 0)) {
    throw problem(
      'not-acceptable',
      `This operation returns ${sends.join(' or ')}, which the Accept header does not allow.`,
    );
  }
}

interface MediaRange {
  readonly type: string;
  readonly quality: number;
}

function parseRange(text: string): MediaRange {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  const quality = weight === undefined ? 1 : Number(weight);
  return { type, quality: Number.isNaN(quality) ? 1 : quality };
}

/** Quality of a media type: that of the most specific range that matches, 0 where none does. */
function quality(type: string, ranges: readonly MediaRange[]): number {
  const [major = ''] = type.split('/');
  for (const pattern of [type, `${major}/*`, '*/*', '*']) {
    const match = ranges.find((range) => range.type === pattern);
    if (match !== undefined) return match.quality;
  }
  return 0;
}
