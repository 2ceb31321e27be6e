import type { MiddlewareHandler } from 'hono';

/** Content-Security-Policy of pages: only what this process sends, and nothing inline. */
const policy: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data: blob:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'manifest-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
};

/**
 * Trusted Types: no text becomes markup or a script. Addresses of workers pass `src/dashboard/api/trustedScript.ts`, which has
 * this policy's name.
 */
const trustedTypes: Readonly<Record<string, string>> = {
  'require-trusted-types-for': "'script'",
  'trusted-types': 'portfolio',
};

/** Vite's dev server adds inline scripts, styles and errors, and uses a WebSocket. */
const whileDeveloping: Readonly<Record<string, string>> = {
  'script-src': "'self' 'unsafe-inline'",
  'style-src': "'self' 'unsafe-inline'",
  'connect-src': "'self' ws:",
};

function headersWith(directives: Readonly<Record<string, string>>) {
  return {
    'Content-Security-Policy': Object.entries(directives)
      .map((directive) => directive.join(' '))
      .join('; '),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy':
      'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
  };
}

export const securityHeaders: Readonly<Record<string, string>> = headersWith({
  ...policy,
  ...trustedTypes,
});

export const developmentHeaders: Readonly<Record<string, string>> = headersWith({
  ...policy,
  ...whileDeveloping,
});

const onEveryAnswer = Object.entries(securityHeaders);

/** A browser that used HTTPS once uses only HTTPS for two years. */
const strictTransport = [
  'Strict-Transport-Security',
  'max-age=63072000; includeSubDomains',
] as const;

/** Sets the security headers on every answer, including problems. If clients use HTTPS, it makes browsers continue to. */
export function secure(isHttps: boolean): MiddlewareHandler {
  const headers = isHttps ? [...onEveryAnswer, strictTransport] : onEveryAnswer;
  return async (c, next) => {
    await next();
    for (const [name, value] of headers) c.res.headers.set(name, value);
  };
}
