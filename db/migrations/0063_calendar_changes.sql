ALTER TABLE "extensions" ALTER COLUMN "due_on" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "cohorts" ADD COLUMN "changed_at" timestamp (3) with time zone;