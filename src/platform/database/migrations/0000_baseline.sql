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
	CONSTRAINT "statements_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "thematics" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"place" bigint GENERATED ALWAYS AS IDENTITY (sequence name "thematics_place_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"description" text NOT NULL,
	"tokens" json NOT NULL,
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
CREATE TABLE "told" (
	"type" text NOT NULL,
	"subject" text COLLATE "C" NOT NULL,
	"at" bigint NOT NULL,
	"held" json,
	"due_at" bigint,
	CONSTRAINT "told_type_subject_pk" PRIMARY KEY("type","subject")
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
ALTER TABLE "price_chunks" ADD CONSTRAINT "price_chunks_token_id_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."tokens"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statements" ADD CONSTRAINT "statements_wallet_seq_wallets_seq_fk" FOREIGN KEY ("wallet_seq") REFERENCES "public"."wallets"("seq") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallets" ADD CONSTRAINT "wallets_user_seq_users_seq_fk" FOREIGN KEY ("user_seq") REFERENCES "public"."users"("seq") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallets" ADD CONSTRAINT "wallets_thematic_id_thematics_id_fk" FOREIGN KEY ("thematic_id") REFERENCES "public"."thematics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_delivery_seq_deliveries_seq_fk" FOREIGN KEY ("delivery_seq") REFERENCES "public"."deliveries"("seq") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_endpoint_seq_endpoints_seq_fk" FOREIGN KEY ("endpoint_seq") REFERENCES "public"."endpoints"("seq") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_endpoint_seq_endpoints_seq_fk" FOREIGN KEY ("endpoint_seq") REFERENCES "public"."endpoints"("seq") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_event_seq_events_seq_fk" FOREIGN KEY ("event_seq") REFERENCES "public"."events"("seq") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_recovery_seq_recoveries_seq_fk" FOREIGN KEY ("recovery_seq") REFERENCES "public"."recoveries"("seq") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recoveries" ADD CONSTRAINT "recoveries_endpoint_seq_endpoints_seq_fk" FOREIGN KEY ("endpoint_seq") REFERENCES "public"."endpoints"("seq") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_endpoint_seq_endpoints_seq_fk" FOREIGN KEY ("endpoint_seq") REFERENCES "public"."endpoints"("seq") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "statements_wallet" ON "statements" USING btree ("wallet_seq","at","seq");--> statement-breakpoint
CREATE INDEX "users_sample" ON "users" USING btree ("seq") WHERE sample;--> statement-breakpoint
CREATE INDEX "wallets_thematic" ON "wallets" USING btree ("thematic_id","seq");--> statement-breakpoint
CREATE INDEX "attempts_endpoint" ON "attempts" USING btree ("endpoint_seq","at","succeeded");--> statement-breakpoint
CREATE INDEX "deliveries_due" ON "deliveries" USING btree ("endpoint_seq","due_at","seq") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "deliveries_recovery" ON "deliveries" USING btree ("recovery_seq","state") WHERE recovery_seq IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "endpoints_id" ON "endpoints" USING btree ("id");--> statement-breakpoint
CREATE INDEX "events_created" ON "events" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "told_due" ON "told" USING btree ("due_at") WHERE due_at IS NOT NULL;