import { expect, test } from 'vitest';
import { messageReader, type StreamMessage } from '#dashboard/api/live/messages.ts';

const text = [
  'retry: 1000\nid: 7\n\n',
  ': still here\n\n',
  'event: tick\ndata: {"a":"b: c"}\n\n',
  'id: 8\nevent: user.created\ndata: {"customId":"日本\\n"}\n\n',
  'data:one\ndata: two\n\n',
].join('');

test.each([1, 2, 3, 7, 1000])('parses messages in chunks of %i characters', (size) => {
  const heard: StreamMessage[] = [];
  const take = messageReader('3', (message) => heard.push(message));
  for (let from = 0; from < text.length; from += size) take(text.slice(from, from + size));
  expect(heard.filter(({ event }) => event !== 'position')).toEqual([
    { event: 'tick', data: '{"a":"b: c"}', position: '7' },
    { event: 'user.created', data: '{"customId":"日本\\n"}', position: '8' },
    { event: 'message', data: 'one\ntwo', position: '8' },
  ]);
  expect(heard[0]?.position).toBe('7');
});

test('a position without an event is a message, also with lines that end in \\r\\n', () => {
  const heard: StreamMessage[] = [];
  const take = messageReader('3', (message) => heard.push(message));
  take('retry: 1000\nid: 7\n\n');
  take(': still here\n\n');
  take('id: 8\r\nevent: a\r\ndata: {}\r\n\r\n');
  expect(heard).toEqual([
    { event: 'position', data: '', position: '7' },
    { event: 'a', data: '{}', position: '8' },
  ]);
});
