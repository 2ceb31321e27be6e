import type { User } from '#contract/user.ts';
import { formatCount } from '../shared/format/number.ts';
import { formatDateTime } from '../shared/format/time.ts';
import { Choice } from '../shared/ui/Choice.tsx';
import { Pane } from '../shared/ui/Pane.tsx';
import { Loading, Skeleton } from '../shared/ui/Skeleton.tsx';
import { choiceParam, useSearchParam } from '../shared/url/searchParam.ts';
import { AttributeValue } from './AttributeValue.tsx';
import { attributesOf } from './userAttributes.ts';
import classes from './UserAttributes.module.css';

const formParam = choiceParam('attributes', ['list', 'json'], 'list');
const forms = [
  { value: 'list', label: 'List' },
  { value: 'json', label: 'JSON' },
] as const;

/** Everything that is written down about a user, as it is typed, and what the service adds. */
export function UserAttributes({ user }: { readonly user: User }) {
  const [form, setForm] = useSearchParam(formParam);
  const attributes = attributesOf(user);
  const entries = Object.entries(attributes);
  return (
    <Pane
      title="Attributes"
      sub={formatCount(entries.length)}
      body="padded"
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
      {form === 'json' ? (
        <pre className={classes.json}>{JSON.stringify(attributes, null, 2)}</pre>
      ) : entries.length === 0 ? (
        <p className={classes.none}>No attributes yet. Edit adds the first.</p>
      ) : (
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
      )}
      <p className={classes.facts}>
        {user.sample === true && <span>Sample user, made up by this service</span>}
        <span>Created {formatDateTime(user.createdAt)}</span>
        <span>Changed {formatDateTime(user.updatedAt)}</span>
      </p>
    </Pane>
  );
}

/** Stands where the attributes will stand. */
export function UserAttributesSkeleton() {
  return (
    <Pane title="Attributes" body="padded">
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
    </Pane>
  );
}
