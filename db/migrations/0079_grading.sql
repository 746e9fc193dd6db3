CREATE TABLE "excuses" (
	"user_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"lesson_key" text NOT NULL,
	"reason" text NOT NULL,
	"excused_by" uuid,
	"excused_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "excuses_user_id_course_id_lesson_key_pk" PRIMARY KEY("user_id","course_id","lesson_key")
);
--> statement-breakpoint
CREATE TABLE "grading_comments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "excuses" ADD CONSTRAINT "excuses_excused_by_users_id_fk" FOREIGN KEY ("excused_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "excuses" ADD CONSTRAINT "excuses_of_enrolled" FOREIGN KEY ("user_id","course_id") REFERENCES "public"."enrollments"("user_id","course_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grading_comments" ADD CONSTRAINT "grading_comments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "excuses_by" ON "excuses" USING btree ("excused_by") WHERE "excuses"."excused_by" is not null;--> statement-breakpoint
CREATE INDEX "grading_comments_of" ON "grading_comments" USING btree ("user_id","id");