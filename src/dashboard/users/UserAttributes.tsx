import { Box, Skeleton, Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { isObject } from '#contract/mergePatch.ts';
import { Panel } from '../design/Panel.tsx';
import { Segments } from '../design/Segments.tsx';
import { useHistoryWindow } from '../history/historyWindow.ts';
import type { TaggedUser } from '../portfolio/userQueries.ts';
import { useFormat } from '../preferences/format.ts';
import { attributesParam } from '../url/params.ts';
import { useSearchParam } from '../url/searchParam.ts';
import classes from './UserAttributes.module.css';
import { type Attributes, attributesOf } from './edit/userAttributes.ts';

const forms = { list: 'List', json: 'JSON' } as const;

/** Everything that is written down about a user, as it is typed, and what the service adds. */
export function UserAttributes({ query }: { readonly query: UseQueryResult<TaggedUser> }) {
  const format = useFormat();
  const [form, setForm] = useSearchParam(attributesParam);
  const { zoom } = useHistoryWindow();
  const isNow = zoom === null ? [] : ['now'];
  const attributes = query.data === undefined ? {} : attributesOf(query.data.user);
  return (
    <Panel
      title="Attributes"
      body="padded"
      className={classes.pane}
      sub={query.data && [format.number(Object.keys(attributes).length), ...isNow].join(', ')}
      actions={<Segments label="Attributes as" choices={forms} chosen={form} onChoose={setForm} />}
      query={query}
      what="The attributes"
      loading={<AttributesSkeleton />}
    >
      {({ user }) => (
        <>
          {form === 'json' ? (
            <Box component="pre" mah={480}>
              {JSON.stringify(attributes, null, 2)}
            </Box>
          ) : (
            <AttributeList attributes={attributes} />
          )}
          <Stack gap={0} mt="sm" fz="xs" c="dimmed">
            {user.sample === true && <span>Sample user, made up by this service</span>}
            <span>Created {format.dateTime(user.createdAt)}</span>
            <span>Changed {format.dateTime(user.updatedAt)}</span>
          </Stack>
        </>
      )}
    </Panel>
  );
}

function AttributeList({ attributes }: { readonly attributes: Attributes }) {
  const entries = Object.entries(attributes);
  if (entries.length === 0) {
    return <Text c="var(--ink-2)">No attributes yet. Edit adds the first.</Text>;
  }
  return (
    <dl className={classes.attributes}>
      {entries.map(([name, value]) => (
        <div key={name}>
          <dt title={name}>{name}</dt>
          <dd>
            <AttributeValue value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Stands where the attributes will stand. */
function AttributesSkeleton() {
  return (
    <dl className={classes.attributes}>
      {[120, 72, 96].map((width) => (
        <div key={width}>
          <dt>
            <Skeleton width={56} />
          </dt>
          <dd>
            <Skeleton width={width} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A JSON value as people read it: text plain, lists of words as chips, objects and lists of objects nested. */
function AttributeValue({ value }: { readonly value: unknown }) {
  if (typeof value === 'string') {
    return value === '' ? (
      <Text span c="dimmed">
        empty text
      </Text>
    ) : (
      value
    );
  }
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return <List values={value} />;
  if (isObject(value)) return <Members object={value} />;
  return (
    <Text span c="dimmed">
      null
    </Text>
  );
}

function List({ values }: { readonly values: readonly unknown[] }) {
  if (values.length === 0)
    return (
      <Text span c="dimmed">
        empty list
      </Text>
    );
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

function Members({ object }: { readonly object: Record<string, unknown> }) {
  const members = Object.entries(object);
  if (members.length === 0)
    return (
      <Text span c="dimmed">
        empty object
      </Text>
    );
  return (
    <dl className={classes.members}>
      {members.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <AttributeValue value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
