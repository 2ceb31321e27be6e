import { backupMediaType } from '#contract/backup.ts';
import { shellWord } from '#contract/shell.ts';
import type { DescribedCall } from '../openapi/document.ts';

const files: Readonly<Record<string, string>> = {
  'text/csv': 'users.csv',
  [backupMediaType]: 'portfolio.backup',
};

export function curlLine(
  base: string,
  method: string,
  path: string,
  operation: DescribedCall,
): string {
  const examples = new Map(operation.parameters.map(({ name, example }) => [name, example]));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(examples.get(name) ?? name),
  );
  const parts = ['curl', ...(method === 'GET' ? [] : ['-X', method]), shellWord(base + filled)];
  const [body] = Object.entries(operation.requestBody?.content ?? {});
  if (body !== undefined) {
    const [type, { example }] = body;
    if (type === 'multipart/form-data') parts.push('-F', shellWord('file=@prices.csv'));
    else {
      parts.push('-H', shellWord(`content-type: ${type}`));
      const file = files[type];
      if (file !== undefined) parts.push('--data-binary', shellWord(`@${file}`));
      else parts.push('-d', shellWord(JSON.stringify(example)));
    }
  }
  return parts.join(' ');
}
