CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"fact" text NOT NULL,
	"course_id" uuid,
	"lesson_key" text,
	"subject_id" uuid,
	"facts" jsonb NOT NULL,
	"in_digest" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone,
	CONSTRAINT "notifications_kind_known" CHECK ("notifications"."kind" in ('course-enrolled', 'submission-graded', 'submission-returned', 'announcement', 'reminder', 'question-asked', 'question-answered', 'report-settled', 'progress-reset', 'lesson-marked', 'extension-granted', 'extension-revoked', 'course-moved', 'certificate-ready', 'certificate-expiry', 'member-added', 'review-requested', 'draft-approved', 'changes-requested', 'payment-received', 'refund-made')),
	CONSTRAINT "notifications_fact_length" CHECK (char_length("notifications"."fact") <= 200)
);
--> statement-breakpoint
ALTER TABLE "announcements" ADD COLUMN "waits_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "announcements" ADD COLUMN "edited_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "news_by_mail" text DEFAULT 'at-once' NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_once" ON "notifications" USING btree ("user_id","fact");--> statement-breakpoint
CREATE INDEX "notifications_newest" ON "notifications" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id","id") WHERE "notifications"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_for_digest" ON "notifications" USING btree ("user_id") WHERE "notifications"."in_digest";--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_news_by_mail_known" CHECK ("users"."news_by_mail" in ('at-once', 'daily', 'none')) NOT VALID;
