ALTER TABLE "drafts" ADD COLUMN "credits" integer;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "skills" text[];--> statement-breakpoint
ALTER TABLE "course_versions" ADD COLUMN "skills" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "course_versions" ADD COLUMN "credits" integer;