import type { LiveEvent, LiveSignal } from '#contract/live.ts';

// The stream as it is written (WHATWG HTML, server-sent events).

/** Tells a client where it is, and nothing else. */
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

/** A comment, so that who hears nothing knows that it is cut off. */
export const keepAliveText = ': still here\n\n';
