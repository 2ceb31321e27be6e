CREATE TABLE "saved_views" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_views_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" text NOT NULL,
	"owner" text NOT NULL,
	"owner_name" text NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"is_shared" boolean NOT NULL,
	"updated_at" bigint NOT NULL,
	"deleted_at" bigint,
	CONSTRAINT "saved_views_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "view_homes" (
	"person" text PRIMARY KEY NOT NULL,
	"view_seq" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "view_homes" ADD CONSTRAINT "view_homes_view_seq_saved_views_seq_fk" FOREIGN KEY ("view_seq") REFERENCES "public"."saved_views"("seq") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "saved_views_owner" ON "saved_views" USING btree ("owner");--> statement-breakpoint
CREATE INDEX "saved_views_shared" ON "saved_views" USING btree ("is_shared");--> statement-breakpoint
CREATE INDEX "view_homes_view" ON "view_homes" USING btree ("view_seq");