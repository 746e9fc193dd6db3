CREATE TABLE "announcements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"course_id" uuid NOT NULL,
	"text" text NOT NULL,
	"audience" text NOT NULL,
	"cohort_id" uuid,
	"quiet_since" timestamp (3) with time zone,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"mailed_on" date,
	CONSTRAINT "announcements_audience_known" CHECK ("announcements"."audience" in ('all', 'cohort', 'stuck')),
	CONSTRAINT "announcements_text_length" CHECK (char_length("announcements"."text") between 1 and 4000),
	CONSTRAINT "announcements_audience_whole" CHECK (("announcements"."audience" = 'cohort') = ("announcements"."cohort_id" is not null) and ("announcements"."audience" = 'stuck') = ("announcements"."quiet_since" is not null))
);
--> statement-breakpoint
CREATE TABLE "extensions" (
	"user_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"lesson_key" text NOT NULL,
	"due_on" date NOT NULL,
	"reason" text NOT NULL,
	"granted_by" uuid,
	"granted_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "extensions_user_id_course_id_lesson_key_pk" PRIMARY KEY("user_id","course_id","lesson_key")
);
--> statement-breakpoint
CREATE TABLE "program_courses" (
	"version_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"lesson_key" text NOT NULL,
	"course_id" uuid NOT NULL,
	CONSTRAINT "program_courses_version_id_course_id_pk" PRIMARY KEY("version_id","course_id")
);
--> statement-breakpoint
CREATE TABLE "reminders" (
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reminders_user_id_day_pk" PRIMARY KEY("user_id","day")
);
--> statement-breakpoint
ALTER TABLE "draft_lessons" DROP CONSTRAINT "draft_lessons_type_known";--> statement-breakpoint
ALTER TABLE "course_members" DROP CONSTRAINT "course_members_role_known";--> statement-breakpoint
ALTER TABLE "lesson_revisions" DROP CONSTRAINT "lesson_revisions_type_known";--> statement-breakpoint
ALTER TABLE "enrollments" DROP CONSTRAINT "enrollments_source_known";--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "lesson_order" text;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "requires" text[];--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "available" text;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "due" text;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "valid_for" integer;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "choose" integer;--> statement-breakpoint
ALTER TABLE "course_members" ADD COLUMN "cohort_ids" uuid[];--> statement-breakpoint
ALTER TABLE "course_versions" ADD COLUMN "requires" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "course_versions" ADD COLUMN "ruled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "course_versions" ADD COLUMN "lesson_order" text;--> statement-breakpoint
ALTER TABLE "course_versions" ADD COLUMN "available" text;--> statement-breakpoint
ALTER TABLE "course_versions" ADD COLUMN "due" text;--> statement-breakpoint
ALTER TABLE "course_versions" ADD COLUMN "valid_for" integer;--> statement-breakpoint
ALTER TABLE "course_versions" ADD COLUMN "choose" integer;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "kind" text DEFAULT 'course' NOT NULL;--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "valid_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "expiry_told" integer;--> statement-breakpoint
ALTER TABLE "enrollments" ADD COLUMN "program_id" uuid;--> statement-breakpoint
ALTER TABLE "enrollments" ADD COLUMN "next_opening_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "enrollments" ADD COLUMN "renewing_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "time_zone" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "announcements_by_mail" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "reminders_by_mail" boolean;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "calendar_key" text;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_cohort_id_cohorts_id_fk" FOREIGN KEY ("cohort_id") REFERENCES "public"."cohorts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "extensions" ADD CONSTRAINT "extensions_granted_by_users_id_fk" FOREIGN KEY ("granted_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "extensions" ADD CONSTRAINT "extensions_of_enrolled" FOREIGN KEY ("user_id","course_id") REFERENCES "public"."enrollments"("user_id","course_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "program_courses" ADD CONSTRAINT "program_courses_version_id_course_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."course_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "program_courses" ADD CONSTRAINT "program_courses_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "announcements_newest" ON "announcements" USING btree ("course_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "announcements_one_mail_a_day" ON "announcements" USING btree ("course_id","mailed_on");--> statement-breakpoint
CREATE INDEX "announcements_cohort" ON "announcements" USING btree ("cohort_id") WHERE "announcements"."cohort_id" is not null;--> statement-breakpoint
CREATE INDEX "announcements_by" ON "announcements" USING btree ("created_by") WHERE "announcements"."created_by" is not null;--> statement-breakpoint
CREATE INDEX "extensions_of_course" ON "extensions" USING btree ("course_id","user_id");--> statement-breakpoint
CREATE INDEX "extensions_by" ON "extensions" USING btree ("granted_by") WHERE "extensions"."granted_by" is not null;--> statement-breakpoint
CREATE INDEX "program_courses_course" ON "program_courses" USING btree ("course_id");--> statement-breakpoint
CREATE INDEX "reminders_day" ON "reminders" USING btree ("day");--> statement-breakpoint
ALTER TABLE "draft_lessons" ADD CONSTRAINT "draft_lessons_type_known" CHECK ("draft_lessons"."type" in ('text', 'video', 'file', 'link', 'quiz', 'assignment', 'course')) NOT VALID;--> statement-breakpoint
ALTER TABLE "course_members" ADD CONSTRAINT "course_members_cohorts_of_teacher" CHECK ("course_members"."cohort_ids" is null or "course_members"."role" = 'teacher') NOT VALID;--> statement-breakpoint
ALTER TABLE "course_members" ADD CONSTRAINT "course_members_role_known" CHECK ("course_members"."role" in ('owner', 'author', 'reviewer', 'grader', 'teacher')) NOT VALID;--> statement-breakpoint
ALTER TABLE "course_versions" ADD CONSTRAINT "course_versions_order_known" CHECK ("course_versions"."lesson_order" in ('sequence')) NOT VALID;--> statement-breakpoint
ALTER TABLE "course_versions" ADD CONSTRAINT "course_versions_valid_for_range" CHECK ("course_versions"."valid_for" between 1 and 600) NOT VALID;--> statement-breakpoint
ALTER TABLE "course_versions" ADD CONSTRAINT "course_versions_choose_range" CHECK ("course_versions"."choose" between 1 and 100) NOT VALID;--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_kind_known" CHECK ("courses"."kind" in ('course', 'program')) NOT VALID;--> statement-breakpoint
ALTER TABLE "lesson_revisions" ADD CONSTRAINT "lesson_revisions_type_known" CHECK ("lesson_revisions"."type" in ('text', 'video', 'file', 'link', 'quiz', 'assignment', 'course')) NOT VALID;--> statement-breakpoint
ALTER TABLE "enrollments" ADD CONSTRAINT "enrollments_by_program" CHECK ("enrollments"."source" <> 'program' or "enrollments"."program_id" is not null) NOT VALID;--> statement-breakpoint
ALTER TABLE "enrollments" ADD CONSTRAINT "enrollments_source_known" CHECK ("enrollments"."source" in ('transaction', 'administrator', 'program')) NOT VALID;
