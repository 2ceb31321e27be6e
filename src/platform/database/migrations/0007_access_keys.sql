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
	CONSTRAINT "access_keys_role_check" CHECK (role IN ('admin', 'analyst'))
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"created_at" bigint NOT NULL,
	"active_at" bigint NOT NULL,
	CONSTRAINT "sessions_role_check" CHECK (role IN ('admin', 'analyst'))
);
--> statement-breakpoint
CREATE TABLE "window_counts" (
	"name" text COLLATE "C" PRIMARY KEY NOT NULL,
	"ends_at" bigint NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "sessions_subject" ON "sessions" USING btree ("subject");--> statement-breakpoint
CREATE INDEX "sessions_created" ON "sessions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "window_counts_ends" ON "window_counts" USING btree ("ends_at");