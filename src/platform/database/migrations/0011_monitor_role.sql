ALTER TABLE "access_keys" DROP CONSTRAINT "access_keys_role_check";--> statement-breakpoint
ALTER TABLE "sessions" DROP CONSTRAINT "sessions_role_check";--> statement-breakpoint
ALTER TABLE "access_keys" ADD CONSTRAINT "access_keys_role_check" CHECK (role IN ('admin', 'analyst', 'monitor'));--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_role_check" CHECK (role IN ('admin', 'analyst', 'monitor'));