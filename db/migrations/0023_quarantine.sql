CREATE TABLE "receipt_gaps" (
	"year" integer NOT NULL,
	"first" integer NOT NULL,
	"last" integer NOT NULL,
	"reason" text NOT NULL,
	"skipped_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "receipt_gaps_year_first_pk" PRIMARY KEY("year","first"),
	CONSTRAINT "receipt_gaps_in_order" CHECK ("receipt_gaps"."first" > 0 and "receipt_gaps"."last" >= "receipt_gaps"."first")
);
--> statement-breakpoint
CREATE TABLE "quarantine" (
	"is_on" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"data_from" timestamp (3) with time zone NOT NULL,
	"reason" text NOT NULL,
	"numbers_skipped_at" timestamp (3) with time zone,
	"reconciled_at" timestamp (3) with time zone,
	CONSTRAINT "quarantine_one_row" CHECK ("quarantine"."is_on")
);
