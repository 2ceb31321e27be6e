import { Anchor, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { hasCode, faultsOf } from '../../api/errors.ts';
import { inspectorAddress, repairedUrl } from '../endpoints.ts';
import { inspectorQuery } from '../webhookQueries.ts';

interface UrlHelpProps {
  readonly url: string;
  readonly error: Error | null;
  readonly isInvalid: boolean;
  readonly onUse: (url: string) => void;
}

export function UrlHelp({ url, error, isInvalid, onUse }: UrlHelpProps) {
  const { data: inspector } = useQuery({ ...inspectorQuery, refetchInterval: false });
  // If another rule forbids the address too, the service would reject it again with https.
  const needsHttpsOnly = ruleOf(error) === 'https-only' && faultsOf(error).length === 1;
  const isAboutForm = isInvalid || needsHttpsOnly || hasCode(error, 'invalid-url');
  const repaired = isAboutForm ? repairedUrl(url) : null;
  if (inspector === undefined && repaired === null) return null;
  return (
    <Stack gap={4} align="flex-start" mt={-10} mb={-8} fz="xs" c="var(--ink-2)">
      {repaired !== null && <UseUrl url={repaired} name={repaired} onUse={onUse} />}
      {inspector !== undefined && (
        <UseUrl url={inspectorAddress(inspector.url)} name="the built-in inspector" onUse={onUse} />
      )}
    </Stack>
  );
}

interface UseUrlProps extends Pick<UrlHelpProps, 'url' | 'onUse'> {
  readonly name: string;
}

function UseUrl({ url, name, onUse }: UseUrlProps) {
  return (
    <Anchor
      component="button"
      type="button"
      mih="var(--target)"
      ta="left"
      onClick={() => onUse(url)}
    >
      Use {name}
    </Anchor>
  );
}

export function ruleOf(error: Error | null): string | null {
  if (!hasCode(error, 'webhook-target-forbidden')) return null;
  const rule = error.problem?.['rule'];
  return typeof rule === 'string' ? rule : null;
}
