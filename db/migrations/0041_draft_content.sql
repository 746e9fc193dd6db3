ALTER TABLE "draft_lessons" DROP CONSTRAINT "draft_lessons_type_known";--> statement-breakpoint
ALTER TABLE "draft_lessons" ADD COLUMN "details" jsonb;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "authors" text[];--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "categories" text[];--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "tags" text[];--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "level" text;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "cover" text;--> statement-breakpoint
ALTER TABLE "draft_lessons" ADD CONSTRAINT "draft_lessons_type_known" CHECK ("draft_lessons"."type" in ('text', 'video', 'file', 'link')) NOT VALID;
