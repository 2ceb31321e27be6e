import type { LiveEvent, LiveSignal } from '#contract/live.ts';

// The stream format (WHATWG HTML, server-sent events).

export function positionText(position: number): string {
  return `retry: 1000\nid: ${position}\n\n`;
}

export function eventText(event: LiveEvent): string {
  return `id: ${event.seq}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

export function signalText(name: LiveSignal, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

export function resyncText(position: number): string {
  return `id: ${position}\n${signalText('resync', {})}`;
}

/** A comment that shows idle clients that the connection is alive. */
export const keepAliveText = ': still here\n\n';
