CREATE TABLE "operator_findings" (
	"kind" text PRIMARY KEY NOT NULL,
	"facts" jsonb NOT NULL,
	"found_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operator_mails" (
	"day" date PRIMARY KEY NOT NULL,
	"kinds" text[] NOT NULL
);
