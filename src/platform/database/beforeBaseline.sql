-- The migrations before the baseline, for databases and backups that are older than it. New databases do not run them. Nothing
-- is added here: future migrations are generated. Each begins with the number by which a database records it. The first two
-- come from before drizzle-kit, the numbers of the others are its times. After the last one the tables are those of the
-- baseline, so it has the number of the baseline.

--> 1 foundation
CREATE TABLE users (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id text NOT NULL UNIQUE,
  custom_id text COLLATE "C" NOT NULL UNIQUE,
  attributes json NOT NULL,
  sample boolean NOT NULL,
  revision bigint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE INDEX users_sample ON users (seq) WHERE sample;

CREATE TABLE thematics (
  id text COLLATE "C" PRIMARY KEY,
  place bigint GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  description text NOT NULL,
  tokens json NOT NULL,
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

CREATE TABLE price_chunks (
  token_id text COLLATE "C" NOT NULL REFERENCES tokens ON DELETE CASCADE,
  step_ms bigint NOT NULL,
  chunk bigint NOT NULL,
  prices bytea NOT NULL,
  PRIMARY KEY (token_id, step_ms, chunk)
);

CREATE TABLE counters (
  name text PRIMARY KEY,
  value bigint NOT NULL
);

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
  secret bytea NOT NULL,
  status text NOT NULL CHECK (status IN ('enabled', 'paused', 'disabled')),
  created_at bigint NOT NULL,
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

CREATE TABLE facts (
  name text PRIMARY KEY,
  value text NOT NULL
);

--> 2 deliveries
ALTER TABLE events ADD COLUMN body text;
UPDATE events SET body = json_build_object(
  'type', type,
  'timestamp', to_char(to_timestamp(created_at / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'seq', seq,
  'data', data
)::text;
ALTER TABLE events ALTER COLUMN body SET NOT NULL;
ALTER TABLE events DROP COLUMN data;
ALTER TABLE events ADD COLUMN test boolean NOT NULL DEFAULT false;
CREATE INDEX events_created ON events (created_at);

CREATE TABLE told (
  type text NOT NULL,
  subject text COLLATE "C" NOT NULL,
  at bigint NOT NULL,
  held json,
  due_at bigint,
  PRIMARY KEY (type, subject)
);
CREATE INDEX told_due ON told (due_at) WHERE due_at IS NOT NULL;

ALTER TABLE endpoints
  ADD COLUMN id text NOT NULL DEFAULT 'ep_' || replace(gen_random_uuid()::text, '-', ''),
  ADD COLUMN last_number bigint NOT NULL DEFAULT 0,
  ADD COLUMN previous_secret bytea,
  ADD COLUMN previous_until bigint,
  ADD COLUMN last_success_at bigint,
  ADD COLUMN last_failure_at bigint,
  ADD COLUMN failing_since bigint,
  ADD COLUMN probe_at bigint,
  ADD COLUMN probe_delay bigint,
  ADD COLUMN disabled_at bigint,
  ADD COLUMN disabled_because text;
CREATE UNIQUE INDEX endpoints_id ON endpoints (id);

CREATE TABLE recoveries (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id text NOT NULL UNIQUE,
  endpoint_seq bigint NOT NULL REFERENCES endpoints ON DELETE CASCADE,
  since bigint NOT NULL,
  count bigint NOT NULL,
  created_at bigint NOT NULL,
  cancelled_at bigint
);

CREATE TABLE deliveries (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  endpoint_seq bigint NOT NULL REFERENCES endpoints ON DELETE CASCADE,
  event_seq bigint NOT NULL REFERENCES events ON DELETE CASCADE,
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'failed', 'cancelled')),
  number bigint,
  attempts integer NOT NULL DEFAULT 0,
  round_began integer NOT NULL DEFAULT 0,
  due_at bigint,
  claim text,
  claimed_until bigint,
  recovery_seq bigint REFERENCES recoveries ON DELETE SET NULL,
  created_at bigint NOT NULL,
  done_at bigint,
  status integer,
  fault text,
  UNIQUE (event_seq, endpoint_seq)
);
CREATE INDEX deliveries_due ON deliveries (endpoint_seq, due_at, seq) WHERE state = 'pending';
CREATE INDEX deliveries_recovery ON deliveries (recovery_seq, state) WHERE recovery_seq IS NOT NULL;

CREATE TABLE attempts (
  delivery_seq bigint NOT NULL REFERENCES deliveries ON DELETE CASCADE,
  number integer NOT NULL,
  endpoint_seq bigint NOT NULL REFERENCES endpoints ON DELETE CASCADE,
  at bigint NOT NULL,
  succeeded boolean NOT NULL,
  status integer,
  fault text,
  took integer NOT NULL,
  detail json NOT NULL,
  PRIMARY KEY (delivery_seq, number)
);
CREATE INDEX attempts_endpoint ON attempts (endpoint_seq, at, succeeded);

--> 1795345697959 names
ALTER TABLE attempts RENAME CONSTRAINT attempts_delivery_seq_fkey TO attempts_delivery_seq_deliveries_seq_fk;
ALTER TABLE attempts RENAME CONSTRAINT attempts_endpoint_seq_fkey TO attempts_endpoint_seq_endpoints_seq_fk;
ALTER TABLE attempts RENAME CONSTRAINT attempts_pkey TO attempts_delivery_seq_number_pk;
ALTER TABLE deliveries RENAME CONSTRAINT deliveries_endpoint_seq_fkey TO deliveries_endpoint_seq_endpoints_seq_fk;
ALTER TABLE deliveries RENAME CONSTRAINT deliveries_event_seq_fkey TO deliveries_event_seq_events_seq_fk;
ALTER TABLE deliveries RENAME CONSTRAINT deliveries_recovery_seq_fkey TO deliveries_recovery_seq_recoveries_seq_fk;
ALTER TABLE deliveries RENAME CONSTRAINT deliveries_event_seq_endpoint_seq_key TO deliveries_event_seq_endpoint_seq_unique;
ALTER TABLE endpoints RENAME CONSTRAINT endpoints_url_key TO endpoints_url_unique;
ALTER TABLE events RENAME CONSTRAINT events_id_key TO events_id_unique;
ALTER TABLE price_chunks RENAME CONSTRAINT price_chunks_token_id_fkey TO price_chunks_token_id_tokens_id_fk;
ALTER TABLE price_chunks RENAME CONSTRAINT price_chunks_pkey TO price_chunks_token_id_step_ms_chunk_pk;
ALTER TABLE recoveries RENAME CONSTRAINT recoveries_endpoint_seq_fkey TO recoveries_endpoint_seq_endpoints_seq_fk;
ALTER TABLE recoveries RENAME CONSTRAINT recoveries_id_key TO recoveries_id_unique;
ALTER TABLE statements RENAME CONSTRAINT statements_wallet_seq_fkey TO statements_wallet_seq_wallets_seq_fk;
ALTER TABLE statements RENAME CONSTRAINT statements_id_key TO statements_id_unique;
ALTER TABLE told RENAME CONSTRAINT told_pkey TO told_type_subject_pk;
ALTER TABLE users RENAME CONSTRAINT users_custom_id_key TO users_custom_id_unique;
ALTER TABLE users RENAME CONSTRAINT users_id_key TO users_id_unique;
ALTER TABLE wallets RENAME CONSTRAINT wallets_thematic_id_fkey TO wallets_thematic_id_thematics_id_fk;
ALTER TABLE wallets RENAME CONSTRAINT wallets_user_seq_fkey TO wallets_user_seq_users_seq_fk;
ALTER TABLE wallets RENAME CONSTRAINT wallets_id_key TO wallets_id_unique;
ALTER TABLE wallets RENAME CONSTRAINT wallets_user_seq_thematic_id_key TO wallets_user_seq_thematic_id_unique;
ALTER TABLE webhooks RENAME CONSTRAINT webhooks_endpoint_seq_fkey TO webhooks_endpoint_seq_endpoints_seq_fk;
ALTER TABLE webhooks RENAME CONSTRAINT webhooks_endpoint_seq_type_key TO webhooks_endpoint_seq_type_unique;
ALTER TABLE webhooks RENAME CONSTRAINT webhooks_id_key TO webhooks_id_unique;
-- Makes the versions that list their migrations in this table refuse the database.
DO $$ BEGIN
  IF to_regclass('migrations') IS NOT NULL THEN
    INSERT INTO migrations (name) VALUES ('0003-names.sql') ON CONFLICT DO NOTHING;
  END IF;
END $$;

--> 1795345704851 first_rows
INSERT INTO counters (name, value)
VALUES ('event', 0), ('market', 0), ('history told', 0), ('history begun', 0), ('history user', 0)
ON CONFLICT DO NOTHING;

--> 1795346633926 event_throttle
ALTER TABLE told RENAME TO event_throttle;
ALTER TABLE event_throttle RENAME COLUMN at TO published_at;
ALTER TABLE event_throttle RENAME COLUMN held TO pending;
ALTER TABLE event_throttle RENAME CONSTRAINT told_type_subject_pk TO event_throttle_type_subject_pk;
ALTER INDEX told_due RENAME TO event_throttle_due;
UPDATE counters SET name = 'history published' WHERE name = 'history told';
UPDATE counters SET name = 'history started' WHERE name = 'history begun';

--> 1795347349565 thematic_definitions
CREATE TABLE thematic_definitions (
  seq bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  thematic_id text COLLATE "C" NOT NULL,
  from_at bigint NOT NULL,
  tokens json,
  stated_at bigint NOT NULL
);
ALTER TABLE thematic_definitions ADD CONSTRAINT thematic_definitions_thematic_id_thematics_id_fk FOREIGN KEY (thematic_id) REFERENCES thematics(id) ON DELETE CASCADE;
CREATE INDEX thematic_definitions_thematic ON thematic_definitions (thematic_id,from_at,seq);
-- The tokens that a thematic had become its first definition.
INSERT INTO thematic_definitions (thematic_id, from_at, tokens, stated_at)
SELECT id, 0, tokens, updated_at FROM thematics ORDER BY place;
ALTER TABLE thematics DROP COLUMN tokens;

--> 1795348947668 imports
CREATE TABLE imported_users (
  import_seq bigint NOT NULL,
  user_seq bigint NOT NULL,
  created boolean NOT NULL,
  attributes json NOT NULL,
  statements json NOT NULL,
  CONSTRAINT imported_users_import_seq_user_seq_pk PRIMARY KEY(import_seq,user_seq)
);
CREATE TABLE imports (
  seq bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  id text NOT NULL,
  started_at bigint NOT NULL,
  CONSTRAINT imports_id_unique UNIQUE(id)
);
ALTER TABLE imported_users ADD CONSTRAINT imported_users_import_seq_imports_seq_fk FOREIGN KEY (import_seq) REFERENCES imports(seq) ON DELETE CASCADE;
ALTER TABLE imported_users ADD CONSTRAINT imported_users_user_seq_users_seq_fk FOREIGN KEY (user_seq) REFERENCES users(seq) ON DELETE CASCADE;
CREATE INDEX imported_users_user ON imported_users (user_seq);

--> 1795360190966 retracted_wallets
ALTER TABLE wallets ADD COLUMN retracted boolean DEFAULT false NOT NULL;
-- Wallets whose statements were all retracted before.
UPDATE wallets SET retracted = true
WHERE NOT EXISTS (
  SELECT FROM statements AS said
  WHERE said.wallet_seq = wallets.seq AND said.positions IS NOT NULL
    AND NOT EXISTS (
      SELECT FROM statements AS later
      WHERE later.wallet_seq = said.wallet_seq AND later.at = said.at AND later.seq > said.seq));

--> 1795362911543 no_position_of_zero
-- The other positions keep their text, by which statements are compared.
UPDATE statements SET positions = (
  SELECT ('[' || coalesce(string_agg(held.value::text, ',' ORDER BY held.place), '') || ']')::json
  FROM json_array_elements(positions) WITH ORDINALITY AS held (value, place)
  WHERE (held.value ->> 'amount')::float8 <> 0)
WHERE positions IS NOT NULL AND EXISTS (
  SELECT FROM json_array_elements(positions) AS held WHERE (held ->> 'amount')::float8 = 0);

--> 1795435497620 access_keys
CREATE TABLE access_keys (
  seq bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  id text NOT NULL,
  hash bytea NOT NULL,
  name text NOT NULL,
  role text NOT NULL,
  created_at bigint NOT NULL,
  created_by text NOT NULL,
  expires_at bigint,
  revoked_at bigint,
  last_used_at bigint,
  CONSTRAINT access_keys_id_unique UNIQUE(id),
  CONSTRAINT access_keys_hash_unique UNIQUE(hash),
  CONSTRAINT access_keys_role_check CHECK (role IN ('admin', 'analyst'))
);
CREATE TABLE sessions (
  hash bytea PRIMARY KEY NOT NULL,
  subject text NOT NULL,
  name text NOT NULL,
  role text NOT NULL,
  created_at bigint NOT NULL,
  active_at bigint NOT NULL,
  CONSTRAINT sessions_role_check CHECK (role IN ('admin', 'analyst'))
);
CREATE TABLE window_counts (
  name text COLLATE "C" PRIMARY KEY NOT NULL,
  ends_at bigint NOT NULL,
  count integer NOT NULL
);
CREATE INDEX sessions_subject ON sessions (subject);
CREATE INDEX sessions_created ON sessions (created_at);
CREATE INDEX window_counts_ends ON window_counts (ends_at);

--> 1795437394186 audit_trail
CREATE TABLE audit_trail (
  seq bigint PRIMARY KEY NOT NULL,
  at bigint NOT NULL,
  actor_id text,
  actor_name text NOT NULL,
  actor_role text,
  via text NOT NULL,
  address text,
  operation text,
  subject_kind text,
  subject_id text COLLATE "C",
  subject_name text,
  result text NOT NULL,
  status integer,
  code text,
  count integer NOT NULL,
  details text,
  request_id text,
  previous text NOT NULL,
  hash text NOT NULL,
  CONSTRAINT audit_trail_via_check CHECK (via IN ('open', 'process', 'key', 'session', 'nobody', 'command')),
  CONSTRAINT audit_trail_result_check CHECK (result IN ('ok', 'refused', 'failed'))
);
CREATE INDEX audit_trail_subject ON audit_trail (subject_kind,subject_id,seq);
CREATE INDEX audit_trail_at ON audit_trail (at);
CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'The audit trail is append-only: its entries are neither changed nor deleted.' USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE TRIGGER audit_trail_rows BEFORE UPDATE OR DELETE ON audit_trail FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_trail_whole BEFORE TRUNCATE ON audit_trail FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

--> 1795451352231 connected_services
CREATE TABLE upstream_rounds (
  source text PRIMARY KEY NOT NULL,
  body text NOT NULL
);
CREATE TABLE upstream_users (
  source text NOT NULL,
  key text NOT NULL,
  body text NOT NULL,
  CONSTRAINT upstream_users_source_key_pk PRIMARY KEY(source,key)
);

--> 1795498598011 audit_changes
CREATE TABLE audit_changes (
  seq bigint PRIMARY KEY NOT NULL,
  salt text NOT NULL,
  changes text NOT NULL
);
ALTER TABLE audit_trail ADD COLUMN changes_digest text;
ALTER TABLE imports
  ADD COLUMN ended_at bigint,
  ADD COLUMN undone_at bigint,
  ADD COLUMN started_by text,
  ADD COLUMN file_name text,
  ADD COLUMN created integer DEFAULT 0 NOT NULL,
  ADD COLUMN updated integer DEFAULT 0 NOT NULL,
  ADD COLUMN unchanged integer DEFAULT 0 NOT NULL,
  ADD COLUMN skipped integer DEFAULT 0 NOT NULL,
  ADD COLUMN failed integer DEFAULT 0 NOT NULL;
UPDATE imports SET
  ended_at = started_at,
  created = (SELECT count(*) FROM imported_users WHERE import_seq = imports.seq AND created),
  updated = (SELECT count(*) FROM imported_users WHERE import_seq = imports.seq AND NOT created);

--> 1795500150676 monitor_role
ALTER TABLE access_keys DROP CONSTRAINT access_keys_role_check;
ALTER TABLE sessions DROP CONSTRAINT sessions_role_check;
ALTER TABLE access_keys ADD CONSTRAINT access_keys_role_check CHECK (role IN ('admin', 'analyst', 'monitor'));
ALTER TABLE sessions ADD CONSTRAINT sessions_role_check CHECK (role IN ('admin', 'analyst', 'monitor'));

--> 1795501006023 statement_authors
ALTER TABLE statements ADD COLUMN stated_by text;

--> 1795502334330 inspector_endpoints
ALTER TABLE endpoints ADD COLUMN inspector boolean DEFAULT false NOT NULL;
