import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { PageSearch } from '#dashboard/design/ListTools.tsx';

/** A page with rows before the search, which it does not search, and rows after it. */
function Page() {
  const [text, setText] = useState('');
  return (
    <>
      <a href="/before" data-index={0}>
        before
      </a>
      <PageSearch label="Search rows" placeholder="Anything" value={text} onChange={setText} />
      {text !== 'none' && (
        <a href="/after" data-index={0}>
          after
        </a>
      )}
    </>
  );
}

function openPage() {
  render(
    <MantineProvider env="test">
      <Page />
    </MantineProvider>,
  );
  return { user: userEvent.setup(), field: screen.getByRole('searchbox', { name: 'Search rows' }) };
}

test('/ focuses the search; Escape clears the text, then leaves the field', async () => {
  const { user, field } = openPage();
  await user.keyboard('/');
  expect(document.activeElement).toBe(field);
  await user.keyboard('a/b');
  expect(field).toHaveProperty('value', 'a/b');
  await user.keyboard('{Escape}');
  expect(field).toHaveProperty('value', '');
  expect(document.activeElement).toBe(field);
  await user.keyboard('{Escape}');
  expect(document.activeElement).toBe(document.body);
});

test.each(['{Enter}', '{ArrowDown}'])('%s moves to the rows that it searches', async (key) => {
  const { user } = openPage();
  await user.keyboard(`/${key}`);
  expect(document.activeElement?.textContent).toBe('after');
});

test('without rows the focus stays in the field', async () => {
  const { user, field } = openPage();
  await user.keyboard('/none{Enter}');
  expect(document.activeElement).toBe(field);
});
