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
