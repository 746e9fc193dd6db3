CREATE TABLE "thread_posts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"course_id" uuid NOT NULL,
	"lesson_key" text NOT NULL,
	"thread_id" uuid,
	"text" text NOT NULL,
	"words" "tsvector" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" uuid,
	"is_staff" boolean NOT NULL,
	"answers" smallint DEFAULT 0 NOT NULL,
	"accepted_id" uuid,
	"settled_at" timestamp (3) with time zone,
	"reported_at" timestamp (3) with time zone,
	"hidden_at" timestamp (3) with time zone,
	"hidden_reason" text,
	"hidden_by" uuid,
	CONSTRAINT "thread_posts_text_length" CHECK (char_length("thread_posts"."text") <= 4000),
	CONSTRAINT "thread_posts_answers_bounded" CHECK ("thread_posts"."answers" between 0 and 100),
	CONSTRAINT "thread_posts_of_questions" CHECK ("thread_posts"."thread_id" is null or "thread_posts"."accepted_id" is null and "thread_posts"."settled_at" is null),
	CONSTRAINT "thread_posts_hidden_whole" CHECK (("thread_posts"."hidden_at" is null) = ("thread_posts"."hidden_reason" is null))
);
--> statement-breakpoint
CREATE TABLE "thread_reports" (
	"post_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"reported_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "thread_reports_post_id_user_id_pk" PRIMARY KEY("post_id","user_id"),
	CONSTRAINT "thread_reports_reason_known" CHECK ("thread_reports"."reason" in ('rude', 'advertising', 'personal', 'solution'))
);
--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "lesson_questions" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "thread_posts" ADD CONSTRAINT "thread_posts_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_posts" ADD CONSTRAINT "thread_posts_thread_id_thread_posts_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."thread_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_posts" ADD CONSTRAINT "thread_posts_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_posts" ADD CONSTRAINT "thread_posts_accepted_id_thread_posts_id_fk" FOREIGN KEY ("accepted_id") REFERENCES "public"."thread_posts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_posts" ADD CONSTRAINT "thread_posts_hidden_by_users_id_fk" FOREIGN KEY ("hidden_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_reports" ADD CONSTRAINT "thread_reports_post_id_thread_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."thread_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_reports" ADD CONSTRAINT "thread_reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "thread_posts_of_lesson" ON "thread_posts" USING btree ("course_id","lesson_key","id") WHERE "thread_posts"."thread_id" is null;--> statement-breakpoint
CREATE INDEX "thread_posts_of_course" ON "thread_posts" USING btree ("course_id","id") WHERE "thread_posts"."thread_id" is null;--> statement-breakpoint
CREATE INDEX "thread_posts_waiting" ON "thread_posts" USING btree ("course_id","id") WHERE "thread_posts"."thread_id" is null and "thread_posts"."settled_at" is null and "thread_posts"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "thread_posts_reported" ON "thread_posts" USING btree ("course_id","id") WHERE "thread_posts"."reported_at" is not null;--> statement-breakpoint
CREATE INDEX "thread_posts_answers" ON "thread_posts" USING btree ("thread_id","id");--> statement-breakpoint
CREATE INDEX "thread_posts_by" ON "thread_posts" USING btree ("created_by","id");--> statement-breakpoint
CREATE INDEX "thread_posts_accepted" ON "thread_posts" USING btree ("accepted_id") WHERE "thread_posts"."accepted_id" is not null;--> statement-breakpoint
CREATE INDEX "thread_posts_hidden_by" ON "thread_posts" USING btree ("hidden_by") WHERE "thread_posts"."hidden_by" is not null;--> statement-breakpoint
CREATE INDEX "thread_posts_words" ON "thread_posts" USING gin ("words") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "thread_reports_user" ON "thread_reports" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_lesson_questions_known" CHECK ("courses"."lesson_questions" in ('none', 'named', 'anonymous')) NOT VALID;
