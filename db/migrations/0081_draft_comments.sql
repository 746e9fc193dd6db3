CREATE TABLE "draft_comments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"course_id" uuid NOT NULL,
	"answer_to" uuid,
	"lesson_key" text,
	"path" text,
	"quote" text,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" uuid,
	"resolved_at" timestamp (3) with time zone,
	"resolved_by" uuid
);
--> statement-breakpoint
ALTER TABLE "draft_comments" ADD CONSTRAINT "draft_comments_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draft_comments" ADD CONSTRAINT "draft_comments_answer_to_draft_comments_id_fk" FOREIGN KEY ("answer_to") REFERENCES "public"."draft_comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draft_comments" ADD CONSTRAINT "draft_comments_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draft_comments" ADD CONSTRAINT "draft_comments_resolved_by_users_id_fk" FOREIGN KEY ("resolved_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "draft_comments_of_course" ON "draft_comments" USING btree ("course_id","id");--> statement-breakpoint
CREATE INDEX "draft_comments_answers" ON "draft_comments" USING btree ("answer_to");--> statement-breakpoint
CREATE INDEX "draft_comments_created_by" ON "draft_comments" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "draft_comments_resolved_by" ON "draft_comments" USING btree ("resolved_by");