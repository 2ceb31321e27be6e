import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathOf } from '#contract/operation.ts';
import { getCapabilities } from '#contract/operations/about.ts';
import { getSession } from '#contract/operations/access.ts';
import { initialPeriod, isHistoryType } from '#contract/historyType.ts';
import * as z from 'zod/mini';

const manifestFile = '.vite/manifest.json';
const preloadsFile = '.vite/preloads.json';

const manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.optional(z.array(z.string())),
    css: z.optional(z.array(z.string())),
  }),
);
type Manifest = z.infer<typeof manifest>;

/** Preloads by address, as the router's pattern: files of the build, and paths of the service. */
const preloads = z.record(
  z.string(),
  z.object({ files: z.array(z.string()), requests: z.array(z.string()) }),
);
type Preloads = z.infer<typeof preloads>;

/** Every page requests the session first, then the capabilities. */
const session = pathOf(getSession, {});
const always = pathOf(getCapabilities, {});

interface BuiltPage {
  readonly module: string;
  readonly requests: readonly string[];
}

/**
 * Writes, after a build, which files each page needs beyond those in index.html, and what it requests first.
 * @param pages by their addresses, as the router's patterns.
 */
export async function writePreloads(
  folder: string,
  pages: Readonly<Record<string, BuiltPage>>,
): Promise<void> {
  const chunks = manifest.parse(JSON.parse(await readFile(join(folder, manifestFile), 'utf8')));
  const first = filesOf(chunks, 'index.html');
  const written: Preloads = {};
  for (const [path, { module, requests }] of Object.entries(pages)) {
    const files = [...filesOf(chunks, module)].filter((file) => !first.has(file));
    written[path] = { files, requests: [always, ...requests] };
  }
  await writeFile(join(folder, preloadsFile), JSON.stringify(written));
}

/** Returns the files that a module needs before it runs: its own, its stylesheets, and those of its imports. */
function filesOf(chunks: Manifest, module: string): ReadonlySet<string> {
  const files = new Set<string>();
  const visit = (name: string): void => {
    const chunk = chunks[name];
    if (chunk === undefined) throw new Error(`${manifestFile} names no chunk ${name}.`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const sheet of chunk.css ?? []) files.add(sheet);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  visit(module);
  return files;
}

/**
 * Returns the `Link` header for a page; undefined: the build has none. Omits requests that would fail: with 401 if signed out,
 * and with 501 if not offered, such as `GET /x/tokens`.
 */
export type PreloadsOf = (
  url: URL,
  isSignedIn: boolean,
  notOffered: ReadonlySet<string>,
) => string | undefined;

/** Makes the path of an operation and the path of a page's request comparable: the names of their parameters may differ. */
const withoutNames = (path: string): string => path.replaceAll(/:\w+|\{\w+\}/g, '{}');

export async function readPreloads(folder: string): Promise<PreloadsOf> {
  const text = await readFile(join(folder, preloadsFile), 'utf8').catch(() => '{}');
  const patterns = Object.entries(preloads.parse(JSON.parse(text))).map(([path, page]) => ({
    pattern: new RegExp(`^${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`),
    links: page.files.map(linkToFile),
    requests: page.requests,
  }));
  return (url, isSignedIn, notOffered) => {
    const refused = new Set([...notOffered].map(withoutNames));
    const isOffered = (path: string) => !refused.has(`GET ${withoutNames(path)}`);
    for (const { pattern, links, requests } of patterns) {
      const match = pattern.exec(url.pathname);
      if (match === null) continue;
      const first = [session, ...(isSignedIn ? requests.filter(isOffered) : [])];
      return [...links, ...linksToRequests(first, url, match.groups ?? {})].join(', ');
    }
    return undefined;
  };
}

const linkToFile = (file: string): string =>
  file.endsWith('.css')
    ? `</${file}>; rel=preload; as=style; crossorigin`
    : `</${file}>; rel=modulepreload; as=script; crossorigin`;

/** Escapes values as the page does, because a preload must match its request exactly. */
function linksToRequests(
  requests: readonly string[],
  { search, searchParams }: URL,
  named: Readonly<Record<string, string>>,
): string[] {
  const chosen = searchParams.get('period') ?? initialPeriod;
  // Only the browser knows which history contains a calendar period, because it knows the zone.
  const period = isHistoryType(chosen) ? chosen : null;
  const values = { ...named, period: period ?? '' };
  // A page of a past instant has other requests.
  const isPast = searchParams.has('asOf');
  try {
    return requests
      .filter((path) => !isPast || path === session || path === always)
      .filter((path) => search === '' || !path.includes('?'))
      .filter((path) => period !== null || !path.includes(':period'))
      .map((path) =>
        path.replaceAll(/:(\w+)/g, (_, name: string) =>
          encodeURIComponent(decodeURIComponent(Reflect.get(values, name) ?? '')),
        ),
      )
      .map((path) => `<${path}>; rel=preload; as=fetch; crossorigin`);
  } catch {
    // The escapes of the id are invalid UTF-8, which the page reports.
    return [];
  }
}
