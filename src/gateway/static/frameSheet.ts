import { fileURLToPath } from 'node:url';
import { bundle } from 'lightningcss';
import type { Plugin } from 'vite';

const source = new URL('../../dashboard/design/frame.css', import.meta.url);

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
      const complete = /\n *<link rel="stylesheet"[^>]*>/.exec(html)?.[0];
      if (frame === undefined || complete === undefined) {
        throw new Error('The built page has no stylesheet for its bar, or none for the rest.');
      }
      return html
        .replace(complete, `\n    <link rel="stylesheet" crossorigin href="/${frame}">`)
        .replace('\n    <noscript>', `${complete}\n    <noscript>`);
    },
  },
};
