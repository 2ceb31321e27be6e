CREATE TABLE "imported_users" (
	"import_seq" bigint NOT NULL,
	"user_seq" bigint NOT NULL,
	"created" boolean NOT NULL,
	"attributes" json NOT NULL,
	"statements" json NOT NULL,
	CONSTRAINT "imported_users_import_seq_user_seq_pk" PRIMARY KEY("import_seq","user_seq")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "imports_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" text NOT NULL,
	"started_at" bigint NOT NULL,
	CONSTRAINT "imports_id_unique" UNIQUE("id")
);
--> statement-breakpoint
ALTER TABLE "imported_users" ADD CONSTRAINT "imported_users_import_seq_imports_seq_fk" FOREIGN KEY ("import_seq") REFERENCES "public"."imports"("seq") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imported_users" ADD CONSTRAINT "imported_users_user_seq_users_seq_fk" FOREIGN KEY ("user_seq") REFERENCES "public"."users"("seq") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "imported_users_user" ON "imported_users" USING btree ("user_seq");