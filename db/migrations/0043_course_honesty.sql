ALTER TABLE "courses" ADD COLUMN "honesty" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "html" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_honesty_known" CHECK ("courses"."honesty" in ('none', 'watched')) NOT VALID;--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_html_known" CHECK ("courses"."html" in ('none', 'basic')) NOT VALID;
