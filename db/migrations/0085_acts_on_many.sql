CREATE TABLE "announcement_recipients" (
	"announcement_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "announcement_recipients_announcement_id_user_id_pk" PRIMARY KEY("announcement_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "announcements" DROP CONSTRAINT "announcements_audience_known";--> statement-breakpoint
ALTER TABLE "bulk_enrollment_rows" ADD COLUMN "subject_id" uuid;--> statement-breakpoint
ALTER TABLE "bulk_enrollment_rows" ADD COLUMN "course_id" uuid;--> statement-breakpoint
ALTER TABLE "bulk_enrollments" ADD COLUMN "act" text DEFAULT 'enroll' NOT NULL;--> statement-breakpoint
ALTER TABLE "bulk_enrollments" ADD COLUMN "given" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "bulk_enrollments" ADD COLUMN "course_id" uuid;--> statement-breakpoint
ALTER TABLE "announcement_recipients" ADD CONSTRAINT "announcement_recipients_announcement_id_announcements_id_fk" FOREIGN KEY ("announcement_id") REFERENCES "public"."announcements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcement_recipients" ADD CONSTRAINT "announcement_recipients_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "announcement_recipients_user" ON "announcement_recipients" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_audience_known" CHECK ("announcements"."audience" in ('all', 'cohort', 'stuck', 'chosen')) NOT VALID;--> statement-breakpoint
ALTER TABLE "bulk_enrollments" ADD CONSTRAINT "bulk_enrollments_act_known" CHECK ("bulk_enrollments"."act" in ('enroll', 'set-end', 'extend', 'end', 'message', 'resend')) NOT VALID;