-- Times are epoch milliseconds, ids are compared byte by byte (COLLATE "C"), so that both engines order alike.

CREATE TABLE users (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id text NOT NULL UNIQUE,
  custom_id text COLLATE "C" NOT NULL UNIQUE,
  attributes json NOT NULL,
  sample boolean NOT NULL,
  -- Grows with every change of attributes or holdings: the user's ETag.
  revision bigint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE INDEX users_sample ON users (seq) WHERE sample;

CREATE TABLE thematics (
  id text COLLATE "C" PRIMARY KEY,
  -- Place in lists: the order in which thematics came.
  place bigint GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  description text NOT NULL,
  tokens json NOT NULL,
  -- simulated: of the simulated market's catalogue; stored: imported or defined.
  source text NOT NULL CHECK (source IN ('simulated', 'stored')),
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);

CREATE TABLE wallets (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id text NOT NULL UNIQUE,
  user_seq bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  thematic_id text COLLATE "C" NOT NULL REFERENCES thematics,
  updated_at bigint NOT NULL,
  UNIQUE (user_seq, thematic_id)
);
CREATE INDEX wallets_thematic ON wallets (thematic_id, seq);

-- Append-only: the last word about a wallet and an instant wins; positions NULL retracts that instant's statement.
CREATE TABLE statements (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id text NOT NULL UNIQUE,
  wallet_seq bigint NOT NULL REFERENCES wallets ON DELETE CASCADE,
  at bigint NOT NULL,
  positions json,
  stated_at bigint NOT NULL
);
CREATE INDEX statements_wallet ON statements (wallet_seq, at, seq);

CREATE TABLE tokens (
  id text COLLATE "C" PRIMARY KEY,
  symbol text NOT NULL,
  name text NOT NULL
);

-- 512 prices a chunk, Float64 little-endian, NaN a hole; chunk n covers [n * 512 * step, (n + 1) * 512 * step).
CREATE TABLE price_chunks (
  token_id text COLLATE "C" NOT NULL REFERENCES tokens ON DELETE CASCADE,
  step_ms bigint NOT NULL,
  chunk bigint NOT NULL,
  prices bytea NOT NULL,
  PRIMARY KEY (token_id, step_ms, chunk)
);

-- Named numbers that grow under a row lock: 'event' is the commit order of events, 'market' the revision of the stored prices.
CREATE TABLE counters (
  name text PRIMARY KEY,
  value bigint NOT NULL
);
INSERT INTO counters (name, value) VALUES ('event', 0), ('market', 0);

CREATE TABLE events (
  seq bigint PRIMARY KEY,
  id text NOT NULL UNIQUE,
  type text NOT NULL,
  subject text NOT NULL,
  data json NOT NULL,
  created_at bigint NOT NULL
);

CREATE TABLE endpoints (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  url text COLLATE "C" NOT NULL UNIQUE,
  -- AES-256-GCM under the service's key: nonce, tag, ciphertext.
  secret bytea NOT NULL,
  status text NOT NULL CHECK (status IN ('enabled', 'paused', 'disabled')),
  created_at bigint NOT NULL,
  -- When its last webhook was removed; put again within 24 h it keeps its secret.
  abandoned_at bigint
);

CREATE TABLE webhooks (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id text NOT NULL UNIQUE,
  endpoint_seq bigint NOT NULL REFERENCES endpoints ON DELETE CASCADE,
  type text NOT NULL,
  created_at bigint NOT NULL,
  UNIQUE (endpoint_seq, type)
);

-- Facts about the store itself, such as when it was made and whether samples were.
CREATE TABLE facts (
  name text PRIMARY KEY,
  value text NOT NULL
);
