ALTER TABLE "course_versions" ADD COLUMN "kind" text;--> statement-breakpoint
ALTER TABLE "course_versions" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "course_versions" ADD CONSTRAINT "course_versions_kind_known" CHECK ("course_versions"."kind" in ('first', 'terms', 'minor', 'major')) NOT VALID;
