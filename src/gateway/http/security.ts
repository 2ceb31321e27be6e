import type { MiddlewareHandler } from 'hono';

/** What a page may load and do: only what this process itself sends, and nothing written into the page. */
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

/** Vite's dev server writes its client and the styles into the page, and talks through a WebSocket. */
const whileDeveloping: Readonly<Record<string, string>> = {
  'script-src': "'self' 'unsafe-inline'",
  'style-src': "'self' 'unsafe-inline'",
  'connect-src': "'self' ws:",
};

/** The headers every answer carries. */
export function securityHeaders(developing = false): Readonly<Record<string, string>> {
  const directives = Object.entries({ ...policy, ...(developing ? whileDeveloping : {}) });
  return {
    'Content-Security-Policy': directives.map((directive) => directive.join(' ')).join('; '),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy':
      'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
  };
}

/** Puts the security headers on every answer, problems among them. */
export function secure(): MiddlewareHandler {
  const headers = Object.entries(securityHeaders());
  return async (c, next) => {
    await next();
    for (const [name, value] of headers) c.res.headers.set(name, value);
  };
}
