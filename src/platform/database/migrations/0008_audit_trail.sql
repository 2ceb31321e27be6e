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
	"previous" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "audit_trail_via_check" CHECK (via IN ('open', 'process', 'key', 'session', 'nobody', 'command')),
	CONSTRAINT "audit_trail_result_check" CHECK (result IN ('ok', 'refused', 'failed'))
);
--> statement-breakpoint
CREATE INDEX "audit_trail_subject" ON "audit_trail" USING btree ("subject_kind","subject_id","seq");--> statement-breakpoint
CREATE INDEX "audit_trail_at" ON "audit_trail" USING btree ("at");--> statement-breakpoint
CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'The audit trail is append-only: its entries are neither changed nor deleted.' USING ERRCODE = 'insufficient_privilege';
END
$$;--> statement-breakpoint
CREATE TRIGGER audit_trail_rows BEFORE UPDATE OR DELETE ON "audit_trail" FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();--> statement-breakpoint
CREATE TRIGGER audit_trail_whole BEFORE TRUNCATE ON "audit_trail" FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
