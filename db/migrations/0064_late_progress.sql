ALTER TABLE "enrollments" ADD COLUMN "progress_cleared_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "lesson_progress" ADD COLUMN "position_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "lesson_progress" ADD COLUMN "position_id" uuid;--> statement-breakpoint
ALTER TABLE "lesson_progress" ADD COLUMN "reopened_at" timestamp (3) with time zone;