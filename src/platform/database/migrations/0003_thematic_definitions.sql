CREATE TABLE "thematic_definitions" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "thematic_definitions_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"thematic_id" text COLLATE "C" NOT NULL,
	"from_at" bigint NOT NULL,
	"tokens" json,
	"stated_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "thematic_definitions" ADD CONSTRAINT "thematic_definitions_thematic_id_thematics_id_fk" FOREIGN KEY ("thematic_id") REFERENCES "public"."thematics"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "thematic_definitions_thematic" ON "thematic_definitions" USING btree ("thematic_id","from_at","seq");--> statement-breakpoint
-- What a thematic was made of until now is its first definition.
INSERT INTO "thematic_definitions" ("thematic_id", "from_at", "tokens", "stated_at")
SELECT "id", 0, "tokens", "updated_at" FROM "thematics" ORDER BY "place";
--> statement-breakpoint
ALTER TABLE "thematics" DROP COLUMN "tokens";
