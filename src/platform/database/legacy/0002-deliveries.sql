-- Delivery of webhooks. The table of deliveries is the queue of the sender and what the pages show.

-- The message as it is sent and signed, byte by byte, the same for every endpoint; the id is the message's.
ALTER TABLE events ADD COLUMN body text;
UPDATE events SET body = json_build_object(
  'type', type,
  'timestamp', to_char(to_timestamp(created_at / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'seq', seq,
  'data', data
)::text;
ALTER TABLE events ALTER COLUMN body SET NOT NULL;
ALTER TABLE events DROP COLUMN data;
-- A test goes to the one endpoint it was made for, and is no event of the service.
ALTER TABLE events ADD COLUMN test boolean NOT NULL DEFAULT false;
CREATE INDEX events_created ON events (created_at);

-- When a resource was last told of, and what is held back until it may be told of again.
CREATE TABLE told (
  type text NOT NULL,
  subject text COLLATE "C" NOT NULL,
  at bigint NOT NULL,
  -- The last state, with all that changed since what was told last.
  held json,
  due_at bigint,
  PRIMARY KEY (type, subject)
);
CREATE INDEX told_due ON told (due_at) WHERE due_at IS NOT NULL;

ALTER TABLE endpoints
  ADD COLUMN id text NOT NULL DEFAULT 'ep_' || replace(gen_random_uuid()::text, '-', ''),
  -- The last webhook-seq that was given.
  ADD COLUMN last_number bigint NOT NULL DEFAULT 0,
  ADD COLUMN previous_secret bytea,
  ADD COLUMN previous_until bigint,
  ADD COLUMN last_success_at bigint,
  ADD COLUMN last_failure_at bigint,
  -- Since when nothing but failures came; NULL after a success.
  ADD COLUMN failing_since bigint,
  -- While paused: when one message probes it again, and how long was waited for that.
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
  -- webhook-seq: given when it is claimed for its first attempt, kept ever after.
  number bigint,
  -- Attempts that ended, and of these the ones of this round: a redelivery begins the schedule anew.
  attempts integer NOT NULL DEFAULT 0,
  round_began integer NOT NULL DEFAULT 0,
  -- While pending: when the next attempt is due.
  due_at bigint,
  -- Who is at it, and until when: the attempt ends under this claim only. In no index, so that a claim costs little.
  claim text,
  claimed_until bigint,
  recovery_seq bigint REFERENCES recoveries ON DELETE SET NULL,
  created_at bigint NOT NULL,
  done_at bigint,
  -- Of the last attempt: its answer, and what went wrong.
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
  -- Milliseconds.
  took integer NOT NULL,
  -- Request and answer with their headers, address, timing.
  detail json NOT NULL,
  PRIMARY KEY (delivery_seq, number)
);
CREATE INDEX attempts_endpoint ON attempts (endpoint_seq, at, succeeded);

-- 'history told': the last whole step of the histories that all was told of; 'history begun': the one that is being told,
-- 'history user': up to which user.
INSERT INTO counters (name, value) VALUES ('history told', 0), ('history begun', 0), ('history user', 0);
