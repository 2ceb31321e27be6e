import { Box, Skeleton, Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { isObject, type JsonObject } from '#contract/mergePatch.ts';
import { Panel } from '../design/Panel.tsx';
import { PrivacyCover } from '../design/PrivacyCover.tsx';
import { Segments } from '../design/Segments.tsx';
import { type Term, Terms } from '../design/Terms.tsx';
import { useHistoryWindow } from '../history/historyWindow.ts';
import { ItemChanges } from '../portfolio/ItemChanges.tsx';
import type { TaggedUser } from '../portfolio/userQueries.ts';
import { useFormat } from '../preferences/format.ts';
import { useAsOf } from '../url/asOf.ts';
import { attributesParam } from '../url/params.ts';
import { useSearchParam } from '../url/searchParam.ts';
import classes from './UserAttributes.module.css';
import { attributesOf } from './edit/userAttributes.ts';
import { pathOf } from '#contract/operation.ts';
import { getUser, updateUser } from '#contract/operations/users.ts';
import { useMay } from '../portfolio/session.ts';

const forms = { list: 'List', json: 'JSON' } as const;

export function UserAttributes({ query }: { readonly query: UseQueryResult<TaggedUser> }) {
  const format = useFormat();
  const mayEdit = useMay(updateUser);
  const [form, setForm] = useSearchParam(attributesParam);
  const { isEnded } = useHistoryWindow();
  const isPast = useAsOf() !== null;
  const isNow = isPast ? ['today'] : isEnded ? ['now'] : [];
  const attributes = query.data === undefined ? {} : attributesOf(query.data.user);
  const count = Object.keys(attributes).length;
  return (
    <Panel
      title="Attributes"
      body="padded"
      className={classes.pane}
      sub={query.data && [format.number(count), ...isNow].join(', ')}
      actions={<Segments label="Attributes as" choices={forms} chosen={form} onChoose={setForm} />}
      query={query}
      what="The attributes"
      path={query.data && pathOf(getUser, { params: { id: query.data.user.customId } })}
      loading={<AttributesSkeleton />}
    >
      {({ user }) => (
        <>
          {count === 0 ? (
            <Text c="var(--ink-2)">
              No attributes yet.{mayEdit && !isPast && ' Select Edit to add one.'}
            </Text>
          ) : (
            <PrivacyCover what="attributes">
              {form === 'json' ? (
                <Box component="pre" mah={480}>
                  {JSON.stringify(attributes, null, 2)}
                </Box>
              ) : (
                <Terms terms={termsOf(attributes)} />
              )}
            </PrivacyCover>
          )}
          <Stack gap={0} mt="sm" fz="xs" c="dimmed">
            {user.sample === true && <span>Generated sample user</span>}
            {user.createdAt !== null && <span>Created {format.dateTime(user.createdAt)}</span>}
            <ItemChanges kind="user" id={user.customId} changedAt={user.updatedAt} />
          </Stack>
        </>
      )}
    </Panel>
  );
}

function AttributesSkeleton() {
  const terms = [120, 72, 96].map(
    (width) =>
      [<Skeleton key="name" width={56} />, <Skeleton key="value" width={width} />] as const,
  );
  return <Terms terms={terms} />;
}

const termsOf = (object: JsonObject): readonly Term[] =>
  Object.entries(object).map(([name, value]) => [
    name,
    <AttributeValue key={name} value={value} />,
  ]);

function AttributeValue({ value }: { readonly value: unknown }) {
  if (value === '') return quiet('empty text');
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return <List values={value} />;
  if (!isObject(value)) return quiet('null');
  const members = termsOf(value);
  return members.length === 0 ? (
    quiet('empty object')
  ) : (
    <Terms className={classes.members} terms={members} />
  );
}

const quiet = (text: string) => (
  <Text span c="dimmed">
    {text}
  </Text>
);

function List({ values }: { readonly values: readonly unknown[] }) {
  if (values.length === 0) return quiet('empty list');
  const isPlain = values.every((value) => typeof value !== 'object' || value === null);
  return (
    <ul className={isPlain ? classes.chips : classes.list}>
      {values.map((value, index) => (
        <li key={index}>
          <AttributeValue value={value} />
        </li>
      ))}
    </ul>
  );
}
