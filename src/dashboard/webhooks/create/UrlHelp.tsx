import { Anchor, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { hasCode } from '../../api/errors.ts';
import { inspectorAddress, repairedUrl } from '../endpoints.ts';
import { inspectorQuery } from '../webhookQueries.ts';

interface UrlHelpProps {
  readonly url: string;
  /** Why the service refused the URL. */
  readonly error: Error | null;
  /** The form itself refused it. */
  readonly isInvalid: boolean;
  readonly onUse: (url: string) => void;
}

/** What to do about a URL that is refused, and the built-in inspector, which never is. */
export function UrlHelp({ url, error, isInvalid, onUse }: UrlHelpProps) {
  const { data: inspector } = useQuery({ ...inspectorQuery, refetchInterval: false });
  const rule = ruleOf(error);
  const setting = settingFor(rule, url);
  const isAboutForm = isInvalid || rule === 'https-only' || hasCode(error, 'invalid-url');
  const repaired = isAboutForm ? repairedUrl(url) : null;
  if (inspector === undefined && setting === null && repaired === null) return null;
  return (
    <Stack gap={4} align="flex-start" mt={-10} mb={-8} fz="xs" c="var(--ink-2)">
      {repaired !== null && <Use url={repaired} name={repaired} onUse={onUse} />}
      {setting !== null && (
        <p>
          To allow {rule === 'https-only' ? 'http' : 'it'}, start the service with{' '}
          <code>{setting}</code>.
        </p>
      )}
      {inspector !== undefined && (
        <Use url={inspectorAddress(inspector.url)} name="the built-in inspector" onUse={onUse} />
      )}
    </Stack>
  );
}

interface UseProps extends Pick<UrlHelpProps, 'url' | 'onUse'> {
  readonly name: string;
}

function Use({ url, name, onUse }: UseProps) {
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

/** The rule that forbids a URL; null if none does. */
export function ruleOf(error: Error | null): string | null {
  if (!hasCode(error, 'webhook-target-forbidden')) return null;
  const rule = error.problem?.['rule'];
  return typeof rule === 'string' ? rule : null;
}

/** The setting with which the service allows what a rule forbids; null where none does. */
function settingFor(rule: string | null, url: string): string | null {
  if (rule === null || rule === 'own-service' || !URL.canParse(url)) return null;
  if (rule === 'https-only') return 'WEBHOOKS_ALLOW_HTTP=1';
  const host = new URL(url).hostname.replaceAll(/[[\]]/g, '');
  return `WEBHOOKS_ALLOW_NETWORKS=${rule === 'localhost' ? '127.0.0.1' : host}`;
}
