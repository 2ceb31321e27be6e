CREATE TABLE "access_keys" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "access_keys_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"created_at" bigint NOT NULL,
	"created_by" text NOT NULL,
	"expires_at" bigint,
	"revoked_at" bigint,
	"last_used_at" bigint,
	CONSTRAINT "access_keys_id_unique" UNIQUE("id"),
	CONSTRAINT "access_keys_hash_unique" UNIQUE("hash"),
	CONSTRAINT "access_keys_role_check" CHECK (role IN ('admin', 'analyst', 'monitor'))
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"created_at" bigint NOT NULL,
	"active_at" bigint NOT NULL,
	CONSTRAINT "sessions_role_check" CHECK (role IN ('admin', 'analyst', 'monitor'))
);
--> statement-breakpoint
CREATE TABLE "window_counts" (
	"name" text COLLATE "C" PRIMARY KEY NOT NULL,
	"ends_at" bigint NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_changes" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"salt" text NOT NULL,
	"changes" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_trail" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"at" bigint NOT NULL,
	"actor_id" text,
	"actor_name" text NOT NULL,
	"actor_role" text,
	"via" text NOT NULL,
	"address" text,
	"operation" text,
	"subject_kind" text,
	"subject_id" text COLLATE "C",
	"subject_name" text,
	"result" text NOT NULL,
	"status" integer,
	"code" text,
	"count" integer NOT NULL,
	"details" text,
	"request_id" text,
	"changes_digest" text,
	"previous" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "audit_trail_via_check" CHECK (via IN ('open', 'process', 'key', 'session', 'nobody', 'command')),
	CONSTRAINT "audit_trail_result_check" CHECK (result IN ('ok', 'refused', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "imported_users" (
	"import_seq" bigint NOT NULL,
	"user_seq" bigint NOT NULL,
	"created" boolean NOT NULL,
	"attributes" json NOT NULL,
	"statements" json NOT NULL,
	CONSTRAINT "imported_users_import_seq_user_seq_pk" PRIMARY KEY("import_seq","user_seq")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "imports_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" text NOT NULL,
	"started_at" bigint NOT NULL,
	"ended_at" bigint,
	"undone_at" bigint,
	"started_by" text,
	"file_name" text,
	"created" integer DEFAULT 0 NOT NULL,
	"updated" integer DEFAULT 0 NOT NULL,
	"unchanged" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "imports_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "price_chunks" (
	"token_id" text COLLATE "C" NOT NULL,
	"step_ms" bigint NOT NULL,
	"chunk" bigint NOT NULL,
	"prices" "bytea" NOT NULL,
	CONSTRAINT "price_chunks_token_id_step_ms_chunk_pk" PRIMARY KEY("token_id","step_ms","chunk")
);
--> statement-breakpoint
CREATE TABLE "statements" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "statements_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" text NOT NULL,
	"wallet_seq" bigint NOT NULL,
	"at" bigint NOT NULL,
	"positions" json,
	"stated_at" bigint NOT NULL,
	"stated_by" text,
	CONSTRAINT "statements_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "thematic_definitions" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "thematic_definitions_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"thematic_id" text COLLATE "C" NOT NULL,
	"from_at" bigint NOT NULL,
	"tokens" json,
	"stated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "thematics" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"place" bigint GENERATED ALWAYS AS IDENTITY (sequence name "thematics_place_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"description" text NOT NULL,
	"source" text NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	CONSTRAINT "thematics_source_check" CHECK (source IN ('simulated', 'stored'))
);
--> statement-breakpoint
CREATE TABLE "tokens" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"symbol" text NOT NULL,
	"name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" text NOT NULL,
	"custom_id" text COLLATE "C" NOT NULL,
	"attributes" json NOT NULL,
	"sample" boolean NOT NULL,
	"revision" bigint NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	CONSTRAINT "users_id_unique" UNIQUE("id"),
	CONSTRAINT "users_custom_id_unique" UNIQUE("custom_id")
);
--> statement-breakpoint
CREATE TABLE "wallets" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wallets_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" text NOT NULL,
	"user_seq" bigint NOT NULL,
	"thematic_id" text COLLATE "C" NOT NULL,
	"updated_at" bigint NOT NULL,
	"retracted" boolean DEFAULT false NOT NULL,
	CONSTRAINT "wallets_id_unique" UNIQUE("id"),
	CONSTRAINT "wallets_user_seq_thematic_id_unique" UNIQUE("user_seq","thematic_id")
);
--> statement-breakpoint
CREATE TABLE "counters" (
	"name" text PRIMARY KEY NOT NULL,
	"value" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "facts" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "upstream_rounds" (
	"source" text PRIMARY KEY NOT NULL,
	"body" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "upstream_users" (
	"source" text NOT NULL,
	"key" text NOT NULL,
	"body" text NOT NULL,
	CONSTRAINT "upstream_users_source_key_pk" PRIMARY KEY("source","key")
);
--> statement-breakpoint
CREATE TABLE "attempts" (
	"delivery_seq" bigint NOT NULL,
	"number" integer NOT NULL,
	"endpoint_seq" bigint NOT NULL,
	"at" bigint NOT NULL,
	"succeeded" boolean NOT NULL,
	"status" integer,
	"fault" text,
	"took" integer NOT NULL,
	"detail" json NOT NULL,
	CONSTRAINT "attempts_delivery_seq_number_pk" PRIMARY KEY("delivery_seq","number")
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "deliveries_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"endpoint_seq" bigint NOT NULL,
	"event_seq" bigint NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"number" bigint,
	"attempts" integer DEFAULT 0 NOT NULL,
	"round_began" integer DEFAULT 0 NOT NULL,
	"due_at" bigint,
	"claim" text,
	"claimed_until" bigint,
	"recovery_seq" bigint,
	"created_at" bigint NOT NULL,
	"done_at" bigint,
	"status" integer,
	"fault" text,
	CONSTRAINT "deliveries_event_seq_endpoint_seq_unique" UNIQUE("event_seq","endpoint_seq"),
	CONSTRAINT "deliveries_state_check" CHECK (state IN ('pending', 'delivered', 'failed', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "endpoints" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "endpoints_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" text DEFAULT 'ep_' || replace(gen_random_uuid()::text, '-', '') NOT NULL,
	"url" text COLLATE "C" NOT NULL,
	"inspector" boolean DEFAULT false NOT NULL,
	"secret" "bytea" NOT NULL,
	"status" text NOT NULL,
	"created_at" bigint NOT NULL,
	"abandoned_at" bigint,
	"last_number" bigint DEFAULT 0 NOT NULL,
	"previous_secret" "bytea",
	"previous_until" bigint,
	"last_success_at" bigint,
	"last_failure_at" bigint,
	"failing_since" bigint,
	"probe_at" bigint,
	"probe_delay" bigint,
	"disabled_at" bigint,
	"disabled_because" text,
	CONSTRAINT "endpoints_url_unique" UNIQUE("url"),
	CONSTRAINT "endpoints_status_check" CHECK (status IN ('enabled', 'paused', 'disabled'))
);
--> statement-breakpoint
CREATE TABLE "event_throttle" (
	"type" text NOT NULL,
	"subject" text COLLATE "C" NOT NULL,
	"published_at" bigint NOT NULL,
	"pending" json,
	"due_at" bigint,
	CONSTRAINT "event_throttle_type_subject_pk" PRIMARY KEY("type","subject")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"id" text NOT NULL,
	"type" text NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"test" boolean DEFAULT false NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "events_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "recoveries" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "recoveries_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" text NOT NULL,
	"endpoint_seq" bigint NOT NULL,
	"since" bigint NOT NULL,
	"count" bigint NOT NULL,
	"created_at" bigint NOT NULL,
	"cancelled_at" bigint,
	CONSTRAINT "recoveries_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhooks_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" text NOT NULL,
	"endpoint_seq" bigint NOT NULL,
	"type" text NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "webhooks_id_unique" UNIQUE("id"),
	CONSTRAINT "webhooks_endpoint_seq_type_unique" UNIQUE("endpoint_seq","type")
);
--> statement-breakpoint
ALTER TABLE "imported_users" ADD CONSTRAINT "imported_users_import_seq_imports_seq_fk" FOREIGN KEY ("import_seq") REFERENCES "public"."imports"("seq") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imported_users" ADD CONSTRAINT "imported_users_user_seq_users_seq_fk" FOREIGN KEY ("user_seq") REFERENCES "public"."users"("seq") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_chunks" ADD CONSTRAINT "price_chunks_token_id_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."tokens"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statements" ADD CONSTRAINT "statements_wallet_seq_wallets_seq_fk" FOREIGN KEY ("wallet_seq") REFERENCES "public"."wallets"("seq") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thematic_definitions" ADD CONSTRAINT "thematic_definitions_thematic_id_thematics_id_fk" FOREIGN KEY ("thematic_id") REFERENCES "public"."thematics"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallets" ADD CONSTRAINT "wallets_user_seq_users_seq_fk" FOREIGN KEY ("user_seq") REFERENCES "public"."users"("seq") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallets" ADD CONSTRAINT "wallets_thematic_id_thematics_id_fk" FOREIGN KEY ("thematic_id") REFERENCES "public"."thematics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_delivery_seq_deliveries_seq_fk" FOREIGN KEY ("delivery_seq") REFERENCES "public"."deliveries"("seq") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_endpoint_seq_endpoints_seq_fk" FOREIGN KEY ("endpoint_seq") REFERENCES "public"."endpoints"("seq") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_endpoint_seq_endpoints_seq_fk" FOREIGN KEY ("endpoint_seq") REFERENCES "public"."endpoints"("seq") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_event_seq_events_seq_fk" FOREIGN KEY ("event_seq") REFERENCES "public"."events"("seq") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_recovery_seq_recoveries_seq_fk" FOREIGN KEY ("recovery_seq") REFERENCES "public"."recoveries"("seq") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recoveries" ADD CONSTRAINT "recoveries_endpoint_seq_endpoints_seq_fk" FOREIGN KEY ("endpoint_seq") REFERENCES "public"."endpoints"("seq") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_endpoint_seq_endpoints_seq_fk" FOREIGN KEY ("endpoint_seq") REFERENCES "public"."endpoints"("seq") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sessions_subject" ON "sessions" USING btree ("subject");--> statement-breakpoint
CREATE INDEX "sessions_created" ON "sessions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "window_counts_ends" ON "window_counts" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "audit_trail_subject" ON "audit_trail" USING btree ("subject_kind","subject_id","seq");--> statement-breakpoint
CREATE INDEX "audit_trail_at" ON "audit_trail" USING btree ("at");--> statement-breakpoint
CREATE INDEX "imported_users_user" ON "imported_users" USING btree ("user_seq");--> statement-breakpoint
CREATE INDEX "statements_wallet" ON "statements" USING btree ("wallet_seq","at","seq");--> statement-breakpoint
CREATE INDEX "thematic_definitions_thematic" ON "thematic_definitions" USING btree ("thematic_id","from_at","seq");--> statement-breakpoint
CREATE INDEX "users_sample" ON "users" USING btree ("seq") WHERE sample;--> statement-breakpoint
CREATE INDEX "wallets_thematic" ON "wallets" USING btree ("thematic_id","seq");--> statement-breakpoint
CREATE INDEX "attempts_endpoint" ON "attempts" USING btree ("endpoint_seq","at","succeeded");--> statement-breakpoint
CREATE INDEX "deliveries_due" ON "deliveries" USING btree ("endpoint_seq","due_at","seq") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "deliveries_recovery" ON "deliveries" USING btree ("recovery_seq","state") WHERE recovery_seq IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "endpoints_id" ON "endpoints" USING btree ("id");--> statement-breakpoint
CREATE INDEX "event_throttle_due" ON "event_throttle" USING btree ("due_at") WHERE due_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "events_created" ON "events" USING btree ("created_at");--> statement-breakpoint
-- Written by hand from here on: the first rows, and the refusal of changes to the audit trail.
INSERT INTO "counters" ("name", "value")
VALUES ('event', 0), ('market', 0), ('history published', 0), ('history started', 0), ('history user', 0);
--> statement-breakpoint
CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'The audit trail is append-only: its entries are neither changed nor deleted.' USING ERRCODE = 'insufficient_privilege';
END
$$;
--> statement-breakpoint
CREATE TRIGGER audit_trail_rows BEFORE UPDATE OR DELETE ON "audit_trail" FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();--> statement-breakpoint
CREATE TRIGGER audit_trail_whole BEFORE TRUNCATE ON "audit_trail" FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
