ALTER TABLE "announcements" VALIDATE CONSTRAINT "announcements_audience_known";--> statement-breakpoint
ALTER TABLE "bulk_enrollments" VALIDATE CONSTRAINT "bulk_enrollments_act_known";
