CREATE TABLE "flaw_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"flaw_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"lesson_id" uuid NOT NULL,
	"attempt_id" uuid,
	"position" integer,
	"answer" text,
	"quote" text,
	"seconds" integer,
	"text" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"told_at" timestamp (3) with time zone,
	CONSTRAINT "flaw_reports_attempt_whole" CHECK (("flaw_reports"."attempt_id" is null) = ("flaw_reports"."position" is null)),
	CONSTRAINT "flaw_reports_text_length" CHECK (char_length("flaw_reports"."text") between 1 and 1000)
);
--> statement-breakpoint
CREATE TABLE "flaws" (
	"id" uuid PRIMARY KEY NOT NULL,
	"course_id" uuid NOT NULL,
	"lesson_key" text NOT NULL,
	"question_key" text NOT NULL,
	"kind" text NOT NULL,
	"lesson_id" uuid NOT NULL,
	"question_revision" integer,
	"reports" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"reported_at" timestamp (3) with time zone NOT NULL,
	"outcome" text,
	"reply" text,
	"settled_at" timestamp (3) with time zone,
	"settled_by" uuid,
	"told_at" timestamp (3) with time zone,
	CONSTRAINT "flaws_kind_known" CHECK ("flaws"."kind" in ('typo', 'wrong-answer', 'broken-link', 'unclear', 'other')),
	CONSTRAINT "flaws_outcome_known" CHECK ("flaws"."outcome" in ('mended', 'no-flaw')),
	CONSTRAINT "flaws_settled_says_how" CHECK (("flaws"."outcome" is null) = ("flaws"."settled_at" is null)),
	CONSTRAINT "flaws_reports_counted" CHECK ("flaws"."reports" >= 0)
);
--> statement-breakpoint
CREATE TABLE "notes" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"lesson_key" text NOT NULL,
	"lesson_id" uuid NOT NULL,
	"text" text,
	"quote" text,
	"prefix" text,
	"suffix" text,
	"seconds" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "notes_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "notes_text_length" CHECK (char_length("notes"."text") between 1 and 4000),
	CONSTRAINT "notes_one_place" CHECK ("notes"."quote" is null or "notes"."seconds" is null)
);
--> statement-breakpoint
ALTER TABLE "flaw_reports" ADD CONSTRAINT "flaw_reports_flaw_id_flaws_id_fk" FOREIGN KEY ("flaw_id") REFERENCES "public"."flaws"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flaw_reports" ADD CONSTRAINT "flaw_reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flaw_reports" ADD CONSTRAINT "flaw_reports_lesson_id_lesson_revisions_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lesson_revisions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flaws" ADD CONSTRAINT "flaws_settled_by_users_id_fk" FOREIGN KEY ("settled_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flaws" ADD CONSTRAINT "flaws_lesson" FOREIGN KEY ("lesson_id") REFERENCES "public"."lesson_revisions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_lesson" FOREIGN KEY ("lesson_id") REFERENCES "public"."lesson_revisions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "flaw_reports_one_each" ON "flaw_reports" USING btree ("flaw_id","user_id");--> statement-breakpoint
CREATE INDEX "flaw_reports_of" ON "flaw_reports" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "flaw_reports_untold" ON "flaw_reports" USING btree ("flaw_id") WHERE "flaw_reports"."told_at" is null;--> statement-breakpoint
CREATE INDEX "flaw_reports_lesson_revision" ON "flaw_reports" USING btree ("lesson_id");--> statement-breakpoint
CREATE UNIQUE INDEX "flaws_one_open" ON "flaws" USING btree ("course_id","lesson_key","question_key","kind") WHERE "flaws"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "flaws_of_course" ON "flaws" USING btree ("course_id","id");--> statement-breakpoint
CREATE INDEX "flaws_waiting" ON "flaws" USING btree ("created_at") WHERE "flaws"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "flaws_untold" ON "flaws" USING btree ("id") WHERE "flaws"."settled_at" is not null and "flaws"."told_at" is null;--> statement-breakpoint
CREATE INDEX "flaws_settled_by" ON "flaws" USING btree ("settled_by") WHERE "flaws"."settled_by" is not null;--> statement-breakpoint
CREATE INDEX "flaws_lesson_revision" ON "flaws" USING btree ("lesson_id");--> statement-breakpoint
CREATE INDEX "notes_newest" ON "notes" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "notes_of_lesson" ON "notes" USING btree ("user_id","course_id","lesson_key");--> statement-breakpoint
CREATE INDEX "notes_of_course" ON "notes" USING btree ("course_id");--> statement-breakpoint
CREATE INDEX "notes_lesson_revision" ON "notes" USING btree ("lesson_id");