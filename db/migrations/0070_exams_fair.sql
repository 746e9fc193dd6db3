CREATE TABLE "heartbeats" (
	"is_on" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"answered_at" timestamp (3) with time zone NOT NULL,
	"answered_before" timestamp (3) with time zone,
	CONSTRAINT "heartbeats_one_row" CHECK ("heartbeats"."is_on")
);
--> statement-breakpoint
CREATE TABLE "outages" (
	"began_at" timestamp (3) with time zone PRIMARY KEY NOT NULL,
	"ended_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "outages_end_after_begin" CHECK ("outages"."ended_at" > "outages"."began_at")
);
--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "extra_seconds" double precision;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "answer_numbers" jsonb;