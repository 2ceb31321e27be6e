import { expect, test } from 'vitest';
import { messageReader, type StreamMessage } from '#dashboard/shared/live/messages.ts';

const text = [
  'retry: 1000\nid: 7\n\n',
  ': still here\n\n',
  'event: tick\ndata: {"a":"b: c"}\n\n',
  'id: 8\nevent: user.created\ndata: {"customId":"日本\\n"}\n\n',
  'data:one\ndata: two\n\n',
].join('');

test.each([1, 2, 3, 7, 1000])('reads messages that come in pieces of %i', (size) => {
  const heard: StreamMessage[] = [];
  const take = messageReader('3', (message) => heard.push(message));
  for (let from = 0; from < text.length; from += size) take(text.slice(from, from + size));
  expect(heard.filter(({ event }) => event !== 'position')).toEqual([
    { event: 'tick', data: '{"a":"b: c"}', position: '7' },
    { event: 'user.created', data: '{"customId":"日本\\n"}', position: '8' },
    { event: 'message', data: 'one\ntwo', position: '8' },
  ]);
  expect(heard[0]).toEqual({ event: 'position', data: '', position: '7' });
});
