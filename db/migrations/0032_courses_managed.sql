ALTER TABLE "courses" ADD COLUMN "managed_by" text DEFAULT 'folder' NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "requires_review" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "learners_may_move" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_managed_by_known" CHECK ("courses"."managed_by" in ('http', 'folder')) NOT VALID;
