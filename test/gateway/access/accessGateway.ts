import type { Hono } from 'hono';
import { createdAccessKey, type CallerRole, type CreatedAccessKey } from '#contract/access.ts';
import type { AccessOptions } from '#gateway/access/callers.ts';
import { onlyListedProblems } from '#test/support/listedProblems.ts';
import {
  createTestService,
  type TestService,
  type TestServiceOptions,
} from '#test/support/service.ts';
import type { Audit } from '#gateway/audit/createAudit.ts';
import {
  accessOver,
  auditOver,
  gatewayOver,
  processToken,
  type GatewayLimits,
} from '../testGateway.ts';

export interface AccessGateway {
  readonly tested: TestService;
  readonly gateway: Hono;
  readonly audit: Audit;
  readonly ask: (path: string, init?: RequestInit) => Promise<Response>;
  /** Creates a key as a command on this machine does. */
  readonly keyOf: (role: CallerRole, expiresAt?: string) => Promise<CreatedAccessKey>;
  /** Signs in with a key, and gives the cookie as a browser sends it. */
  readonly cookieOf: (key: string) => Promise<string>;
}

export const origin = 'http://localhost';

export const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

/** The gateway of the real service, closed by one admin key. */
export async function createAccessGateway(
  options: Partial<AccessOptions> = {},
  {
    service,
    limits,
  }: { readonly service?: TestServiceOptions; readonly limits?: Partial<GatewayLimits> } = {},
): Promise<AccessGateway> {
  const tested = await createTestService({ sampleUsers: 3, ...service });
  const audit = auditOver(tested);
  const gateway = gatewayOver(tested, tested.service, {
    access: accessOver(tested, options),
    audit,
    ...limits,
  });
  onlyListedProblems(gateway);
  const ask: AccessGateway['ask'] = async (path, init) => gateway.request(origin + path, init);
  const keyOf: AccessGateway['keyOf'] = async (role, expiresAt) => {
    const response = await ask('/x/keys', {
      method: 'POST',
      headers: { ...bearer(processToken), 'content-type': 'application/json' },
      body: JSON.stringify({ name: `an ${role}`, role, expiresAt: expiresAt ?? null }),
    });
    return createdAccessKey.parse(await response.json());
  };
  return {
    tested,
    gateway,
    audit,
    ask,
    keyOf,
    async cookieOf(key) {
      const response = await ask('/x/session', signInWith(key));
      return response.headers.get('set-cookie')?.split(';')[0] ?? '';
    },
  };
}

/** What the page sends to sign in. */
export function signInWith(key: string, headers: Record<string, string> = {}): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, ...headers },
    body: JSON.stringify({ key }),
  };
}
