CREATE TABLE "audit_changes" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"salt" text NOT NULL,
	"changes" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_trail" ADD COLUMN "changes_digest" text;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "ended_at" bigint;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "undone_at" bigint;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "started_by" text;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "file_name" text;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "created" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "updated" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "unchanged" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "skipped" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "failed" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "imports" SET
	"ended_at" = "started_at",
	"created" = (SELECT count(*) FROM "imported_users" WHERE "import_seq" = "imports"."seq" AND "created"),
	"updated" = (SELECT count(*) FROM "imported_users" WHERE "import_seq" = "imports"."seq" AND NOT "created");
