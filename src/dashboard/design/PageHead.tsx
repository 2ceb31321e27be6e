import { Breadcrumbs } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { PageLink } from './PageLink.tsx';
import classes from './PageHead.module.css';

export interface Crumb {
  readonly to: string;
  readonly label: string;
}

interface PageHeadProps {
  readonly title: string;
  readonly mark?: ReactNode;
  readonly sub?: ReactNode;
  readonly crumbs?: readonly Crumb[];
  /** Name of this page after the crumbs, if the title repeats them. */
  readonly here?: string;
  readonly actions?: ReactNode;
}

/** Below 768 px the title is in the top bar. */
export function PageHead({ title, mark, sub, crumbs = [], here = title, actions }: PageHeadProps) {
  const above = crumbs.at(-1);
  return (
    <>
      <title>{`${title} · Portfolio`}</title>
      {above !== undefined && (
        <nav className={classes.crumbs} aria-label="Breadcrumb">
          <Breadcrumbs
            classNames={{ root: classes.trail, breadcrumb: classes.crumb }}
            separator={<IconChevronRight size={12} stroke={1.75} aria-hidden />}
            separatorMargin={6}
          >
            {crumbs.map((crumb) => (
              <PageLink key={crumb.to} to={crumb.to}>
                <bdi>{crumb.label}</bdi>
              </PageLink>
            ))}
            <bdi aria-current="page">{here}</bdi>
          </Breadcrumbs>
        </nav>
      )}
      <header className={classes.head} data-below={above !== undefined}>
        {above !== undefined && (
          <PageLink to={above.to} className={classes.back} aria-label={`Back to ${above.label}`}>
            <IconChevronLeft size={20} stroke={1.75} aria-hidden />
          </PageLink>
        )}
        <h1 title={title}>
          {mark}
          <bdi>{title}</bdi>
        </h1>
        {sub !== undefined && <span className={classes.sub}>{sub}</span>}
        <span className={classes.grow} />
        {actions}
      </header>
    </>
  );
}
