import { Link } from 'react-router-dom';
import { urls } from '../../url/urls.ts';
import classes from './Bar.module.css';
import { Freshness } from './Freshness.tsx';
import { Navigation } from './Navigation.tsx';
import { PrivacyButton } from './PrivacyButton.tsx';
import { SchemeButton } from './SchemeButton.tsx';
import { SearchButton } from './SearchButton.tsx';

/** The bar at the top: where one can go, how fresh the figures are, who may see them, light or dark. */
export function Bar({ onSearch }: { readonly onSearch: () => void }) {
  return (
    <header className={classes.bar}>
      <Link to={urls.users()} className={classes.home} aria-label="Portfolio, home">
        <svg className={classes.mark} width="20" height="20" viewBox="0 0 20 20" aria-hidden>
          <path d="M2 14.5H8V9.5H13V4.5H18" />
        </svg>
      </Link>
      <Navigation />
      <SearchButton onOpen={onSearch} />
      <Freshness />
      <PrivacyButton />
      <SchemeButton />
    </header>
  );
}
