CREATE TABLE "selections" (
	"id" text PRIMARY KEY NOT NULL,
	"custom_ids" text NOT NULL,
	"expires_at" bigint NOT NULL
);
