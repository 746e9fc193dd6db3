CREATE TABLE "school_settings" (
	"is_on" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"revision" integer NOT NULL,
	"content" jsonb NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "school_settings_one_row" CHECK ("school_settings"."is_on")
);
