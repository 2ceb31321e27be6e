CREATE TABLE "directory_parts" (
	"part" bigint PRIMARY KEY NOT NULL,
	"read_until" bigint NOT NULL,
	"users" "bytea" NOT NULL,
	"written_at" bigint NOT NULL
);
