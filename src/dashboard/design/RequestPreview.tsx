import { Text } from '@mantine/core';
import { Disclosure } from './Disclosure.tsx';
import { PrivacyCover } from './PrivacyCover.tsx';
import classes from './RequestPreview.module.css';

export interface SentRequest {
  readonly method: 'PUT' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly text: string;
}

export function RequestPreview({ requests }: { readonly requests: readonly SentRequest[] }) {
  return (
    <Text component="div" size="xs" c="dimmed">
      <Disclosure className={classes.sent} summary="Request preview">
        <PrivacyCover what="request">
          <pre>{requests.map(written).join('\n\n')}</pre>
        </PrivacyCover>
      </Disclosure>
    </Text>
  );
}

function written({ method, path, headers = {}, text }: SentRequest): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${path}`, ...lines, text].join('\n');
}
