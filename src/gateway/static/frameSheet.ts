import { fileURLToPath } from 'node:url';
import { bundle } from 'lightningcss';
import type { HtmlTagDescriptor, Plugin } from 'vite';

const source = new URL('../../dashboard/design/frame.css', import.meta.url);

const sheet = (href: string, injectTo: 'head' | 'body'): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { rel: 'stylesheet', crossorigin: true, href },
  injectTo,
});

/**
 * Gives the built index.html a small stylesheet of its own, and moves the complete one behind the bar: a browser draws what comes
 * before a stylesheet in the body without waiting for it.
 */
export const frameSheet: Plugin = {
  name: 'frame-sheet',
  apply: 'build',
  buildStart() {
    const { code } = bundle({ filename: fileURLToPath(source), minify: true });
    this.emitFile({ type: 'asset', name: 'frame.css', source: code });
  },
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle: files = {} }) {
      const frame = Object.keys(files).find((name) => name.startsWith('assets/frame-'));
      const [link, complete] = /\n *<link rel="stylesheet"[^>]*href="([^"]*)">/.exec(html) ?? [];
      if (frame === undefined || link === undefined || complete === undefined) {
        throw new Error('The built page has no stylesheet for its bar, or none for the rest.');
      }
      return {
        html: html.replace(link, ''),
        tags: [sheet(`/${frame}`, 'head'), sheet(complete, 'body')],
      };
    },
  },
};
