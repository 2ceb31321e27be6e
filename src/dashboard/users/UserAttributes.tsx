import type { UseQueryResult } from '@tanstack/react-query';
import type { TaggedUser } from '../shared/api/portfolio.ts';
import { formatCount } from '../shared/format/number.ts';
import { formatDateTime } from '../shared/format/time.ts';
import { Choice } from '../shared/ui/Choice.tsx';
import { Pane } from '../shared/ui/Pane.tsx';
import { Query } from '../shared/ui/Query.tsx';
import { Loading, Skeleton } from '../shared/ui/Skeleton.tsx';
import { choiceParam, useSearchParam } from '../shared/url/searchParam.ts';
import { AttributeValue } from './AttributeValue.tsx';
import { type Attributes, attributesOf } from './userAttributes.ts';
import classes from './UserAttributes.module.css';

const formParam = choiceParam('attributes', ['list', 'json'], 'list');
const forms = [
  { value: 'list', label: 'List' },
  { value: 'json', label: 'JSON' },
] as const;

/** Everything that is written down about a user, as it is typed, and what the service adds. */
export function UserAttributes({ query }: { readonly query: UseQueryResult<TaggedUser> }) {
  const [form, setForm] = useSearchParam(formParam);
  const attributes = query.data === undefined ? {} : attributesOf(query.data.user);
  return (
    <Pane
      title="Attributes"
      sub={query.data === undefined ? undefined : formatCount(Object.keys(attributes).length)}
      actions={
        <Choice
          label="Attributes as"
          choices={forms}
          chosen={form}
          onChoose={setForm}
          size="small"
        />
      }
    >
      <Query query={query} what="The attributes" loading={<AttributesSkeleton />}>
        {({ user }) => (
          <div className={classes.body}>
            {form === 'json' ? (
              <pre className={classes.json}>{JSON.stringify(attributes, null, 2)}</pre>
            ) : (
              <AttributeList attributes={attributes} />
            )}
            <p className={classes.facts}>
              {user.sample === true && <span>Sample user, made up by this service</span>}
              <span>Created {formatDateTime(user.createdAt)}</span>
              <span>Changed {formatDateTime(user.updatedAt)}</span>
            </p>
          </div>
        )}
      </Query>
    </Pane>
  );
}

function AttributeList({ attributes }: { readonly attributes: Attributes }) {
  const entries = Object.entries(attributes);
  if (entries.length === 0) {
    return <p className={classes.none}>No attributes yet. Edit adds the first.</p>;
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
    <div className={classes.body}>
      <Loading what="the attributes" />
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
    </div>
  );
}
