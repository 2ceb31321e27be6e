CREATE TABLE "waiting_events" (
	"place" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "waiting_events_place_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" text,
	"type" text,
	"subject" text,
	"before" text,
	"after" text,
	"test" boolean DEFAULT false NOT NULL,
	"created_at" bigint
);
