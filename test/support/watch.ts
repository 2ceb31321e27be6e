import type { Page, Request } from 'playwright-core';

/** Faults and requests of a page that are not visible on it. */
export interface Watch {
  complaints(): readonly string[];
  /** Tolerates a fault that a journey causes on purpose. It must then occur. */
  tolerate(pattern: RegExp): void;
  /** Allows a fault that may occur, such as requests at the moment when something ends. */
  allow(pattern: RegExp): void;
  readonly asked: readonly string[];
  /** Resolves when no request has been pending for a moment. */
  settled(): Promise<void>;
}

/** Longer than a page takes to send its next request after an answer. */
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
  // Playwright's scripts are not part of the page, so the policy does not block them. They report through the console.
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (violation) => {
      const { effectiveDirective, blockedURI, sourceFile, lineNumber } = violation;
      console.error(
        `refused by ${effectiveDirective}: ${blockedURI} (${sourceFile}:${lineNumber})`,
      );
    });
  });
  page.on('console', (message) => {
    // Chromium's timer for preloads: on a busy machine, the scripts that use them begin later.
    if (/ was preloaded using link preload but not used within /.test(message.text())) return;
    if (message.type() === 'error' || message.type() === 'warning') {
      seen.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
    }
  });
  page.on('pageerror', (error) => seen.push(`exception: ${error.message}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    // The stream lasts as long as the page, and requests nothing.
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
    // The page itself cancels requests that it no longer needs when it navigates.
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
