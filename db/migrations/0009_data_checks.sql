CREATE TABLE "data_checks" (
	"invariant" text PRIMARY KEY NOT NULL,
	"violations" integer,
	"checked_at" timestamp (3) with time zone NOT NULL
);
