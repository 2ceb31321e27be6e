import type { Page, Request } from 'playwright-core';

/** What a page did that nobody who looks at it would see. */
export interface Watch {
  /** Everything that was amiss and is not tolerated. */
  complaints(): readonly string[];
  /** A journey that brings a fault about on purpose names it; it must then come. */
  tolerate(pattern: RegExp): void;
  /** What may come and need not: what is asked in the moment something goes. */
  allow(pattern: RegExp): void;
  /** Method and path of everything that was asked, in order. */
  readonly asked: readonly string[];
  /** Resolves when nothing has been on its way for a moment. */
  settled(): Promise<void>;
}

/** Longer than a page takes to ask the next thing once it has the one before. */
const moment = 150;

function isLiveStream(request: Request): boolean {
  return new URL(request.url()).pathname === '/x/live';
}

/** Watches a page that is still empty: console, exceptions, the policy, failed requests, other origins. */
export async function watch(page: Page, origin: string): Promise<Watch> {
  const seen: string[] = [];
  const tolerated: RegExp[] = [];
  const allowed: RegExp[] = [];
  const asked: string[] = [];
  const traffic = { underWay: 0, changedAt: performance.now() };
  const count = (change: number) => {
    traffic.underWay += change;
    traffic.changedAt = performance.now();
  };
  // What Playwright adds is no part of the page, so the policy does not stop it; it speaks through the console.
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (violation) => {
      const { effectiveDirective, blockedURI, sourceFile, lineNumber } = violation;
      console.error(
        `refused by ${effectiveDirective}: ${blockedURI} (${sourceFile}:${lineNumber})`,
      );
    });
  });
  page.on('console', (message) => {
    // Chromium's clock of preloads: on a busy machine the scripts that use them begin later.
    if (/ was preloaded using link preload but not used within /.test(message.text())) return;
    if (message.type() === 'error' || message.type() === 'warning') {
      seen.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
    }
  });
  page.on('pageerror', (error) => seen.push(`exception: ${error.message}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    // It goes on as long as the page, which asks for nothing by it.
    if (isLiveStream(request)) return;
    count(1);
    if (url.origin === origin) asked.push(`${request.method()} ${url.pathname}`);
    else if (url.protocol !== 'data:' && url.protocol !== 'blob:') {
      seen.push(`another origin was asked: ${request.url()}`);
    }
  });
  page.on('websocket', (socket) => seen.push(`a web socket was opened: ${socket.url()}`));
  page.on('requestfinished', (request) => {
    if (!isLiveStream(request)) count(-1);
  });
  page.on('requestfailed', (request) => {
    if (!isLiveStream(request)) count(-1);
    const why = request.failure()?.errorText ?? 'no reason';
    // The page itself gives up what it no longer needs when it moves on.
    if (why !== 'net::ERR_ABORTED') seen.push(`request failed: ${request.url()} (${why})`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) seen.push(`answer ${response.status()}: ${response.url()}`);
  });
  return {
    complaints: () => [
      ...seen.filter(
        (complaint) => ![...tolerated, ...allowed].some((pattern) => pattern.test(complaint)),
      ),
      ...tolerated
        .filter((pattern) => !seen.some((complaint) => pattern.test(complaint)))
        .map((pattern) => `what was meant to go wrong did not: ${String(pattern)}`),
    ],
    tolerate: (pattern) => tolerated.push(pattern),
    allow: (pattern) => allowed.push(pattern),
    asked,
    async settled() {
      while (traffic.underWay > 0 || performance.now() - traffic.changedAt < moment) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
  };
}
