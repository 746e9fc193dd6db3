ALTER TABLE "course_versions" ADD COLUMN "authors" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "course_versions" ADD COLUMN "categories" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "course_versions" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "course_versions" ADD COLUMN "level" text;--> statement-breakpoint
ALTER TABLE "course_versions" ADD COLUMN "cover" text;--> statement-breakpoint
ALTER TABLE "course_versions" ADD COLUMN "cover_sha256" text;--> statement-breakpoint
ALTER TABLE "course_versions" ADD CONSTRAINT "course_versions_level_known" CHECK ("course_versions"."level" in ('beginner', 'intermediate', 'advanced')) NOT VALID;--> statement-breakpoint
ALTER TABLE "course_versions" ADD CONSTRAINT "course_versions_cover_whole" CHECK (("course_versions"."cover" is null) = ("course_versions"."cover_sha256" is null)) NOT VALID;
