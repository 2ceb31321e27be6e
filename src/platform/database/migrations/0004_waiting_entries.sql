CREATE TABLE "waiting_entries" (
	"place" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "waiting_entries_place_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"entry" json NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_trail" DROP CONSTRAINT "audit_trail_result_check";--> statement-breakpoint
ALTER TABLE "audit_trail" ADD CONSTRAINT "audit_trail_result_check" CHECK (result IN ('ok', 'refused', 'failed', 'started'));