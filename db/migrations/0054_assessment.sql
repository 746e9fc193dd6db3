CREATE TABLE "accommodations" (
	"user_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"time_percent" integer DEFAULT 100 NOT NULL,
	"extra_attempts" integer DEFAULT 0 NOT NULL,
	"extra_days" integer DEFAULT 0 NOT NULL,
	"until" timestamp (3) with time zone,
	"reason" text NOT NULL,
	"granted_by" uuid,
	"granted_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "accommodations_user_id_course_id_pk" PRIMARY KEY("user_id","course_id"),
	CONSTRAINT "accommodations_time_range" CHECK ("accommodations"."time_percent" between 100 and 1000),
	CONSTRAINT "accommodations_attempts_range" CHECK ("accommodations"."extra_attempts" between 0 and 100),
	CONSTRAINT "accommodations_days_range" CHECK ("accommodations"."extra_days" between 0 and 1000)
);
--> statement-breakpoint
CREATE TABLE "attempts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"lesson_key" text NOT NULL,
	"lesson_id" uuid NOT NULL,
	"type" text NOT NULL,
	"number" integer NOT NULL,
	"status" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"deadline_at" timestamp (3) with time zone,
	"submitted_at" timestamp (3) with time zone,
	"is_late" boolean DEFAULT false NOT NULL,
	"items" jsonb,
	"answers" jsonb,
	"revisions" uuid[] DEFAULT '{}' NOT NULL,
	"text" text,
	"points" integer,
	"max_points" integer NOT NULL,
	"score" integer,
	"passed" boolean,
	"claimed_by" uuid,
	"claimed_until" timestamp (3) with time zone,
	CONSTRAINT "attempts_type_known" CHECK ("attempts"."type" in ('quiz', 'assignment')),
	CONSTRAINT "attempts_status_known" CHECK ("attempts"."status" in ('open', 'waiting', 'graded', 'returned')),
	CONSTRAINT "attempts_number_positive" CHECK ("attempts"."number" >= 1),
	CONSTRAINT "attempts_points_range" CHECK ("attempts"."points" between 0 and "attempts"."max_points"),
	CONSTRAINT "attempts_score_range" CHECK ("attempts"."score" between 0 and 10000),
	CONSTRAINT "attempts_submitted_says_when" CHECK (("attempts"."status" = 'open') = ("attempts"."submitted_at" is null)),
	CONSTRAINT "attempts_graded_whole" CHECK (("attempts"."points" is null) = ("attempts"."score" is null) and ("attempts"."points" is null) = ("attempts"."passed" is null)),
	CONSTRAINT "attempts_graded_has_points" CHECK ("attempts"."status" <> 'graded' or "attempts"."points" is not null),
	CONSTRAINT "attempts_quiz_whole" CHECK (("attempts"."items" is null) = ("attempts"."answers" is null))
);
--> statement-breakpoint
CREATE TABLE "gradings" (
	"attempt_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"cause" text NOT NULL,
	"grader_id" uuid,
	"item_points" integer[],
	"points" integer NOT NULL,
	"max_points" integer NOT NULL,
	"score" integer NOT NULL,
	"passed" boolean NOT NULL,
	"comment" text,
	CONSTRAINT "gradings_attempt_id_number_pk" PRIMARY KEY("attempt_id","number"),
	CONSTRAINT "gradings_cause_known" CHECK ("gradings"."cause" in ('submission', 'person', 'regrade')),
	CONSTRAINT "gradings_points_range" CHECK ("gradings"."points" between 0 and "gradings"."max_points")
);
--> statement-breakpoint
CREATE TABLE "question_revisions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"course_id" uuid NOT NULL,
	"key" text NOT NULL,
	"number" integer NOT NULL,
	"type" text NOT NULL,
	"shown" jsonb NOT NULL,
	"published_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "question_revisions_type_known" CHECK ("question_revisions"."type" in ('single', 'multiple', 'number', 'text', 'order', 'match', 'essay')),
	CONSTRAINT "question_revisions_number_positive" CHECK ("question_revisions"."number" >= 1)
);
--> statement-breakpoint
CREATE TABLE "question_secrets" (
	"revision_id" uuid PRIMARY KEY NOT NULL,
	"secret" jsonb NOT NULL,
	"sha256" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "draft_lessons" DROP CONSTRAINT "draft_lessons_type_known";--> statement-breakpoint
ALTER TABLE "course_members" DROP CONSTRAINT "course_members_role_known";--> statement-breakpoint
ALTER TABLE "lesson_revisions" DROP CONSTRAINT "lesson_revisions_type_known";--> statement-breakpoint
ALTER TABLE "accommodations" ADD CONSTRAINT "accommodations_granted_by_users_id_fk" FOREIGN KEY ("granted_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accommodations" ADD CONSTRAINT "accommodations_of_enrolled" FOREIGN KEY ("user_id","course_id") REFERENCES "public"."enrollments"("user_id","course_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_lesson_id_lesson_revisions_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lesson_revisions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_claimed_by_users_id_fk" FOREIGN KEY ("claimed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_of_enrolled" FOREIGN KEY ("user_id","course_id") REFERENCES "public"."enrollments"("user_id","course_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gradings" ADD CONSTRAINT "gradings_attempt_id_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."attempts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gradings" ADD CONSTRAINT "gradings_grader_id_users_id_fk" FOREIGN KEY ("grader_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_revisions" ADD CONSTRAINT "question_revisions_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_secrets" ADD CONSTRAINT "question_secrets_revision_id_question_revisions_id_fk" FOREIGN KEY ("revision_id") REFERENCES "public"."question_revisions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "accommodations_by" ON "accommodations" USING btree ("granted_by") WHERE "accommodations"."granted_by" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "attempts_numbered" ON "attempts" USING btree ("user_id","course_id","lesson_key","number");--> statement-breakpoint
CREATE UNIQUE INDEX "attempts_one_open" ON "attempts" USING btree ("user_id","course_id","lesson_key") WHERE "attempts"."status" = 'open';--> statement-breakpoint
CREATE INDEX "attempts_of_course" ON "attempts" USING btree ("course_id","user_id","lesson_key");--> statement-breakpoint
CREATE INDEX "attempts_of_lesson" ON "attempts" USING btree ("course_id","lesson_key","id");--> statement-breakpoint
CREATE INDEX "attempts_lesson_revision" ON "attempts" USING btree ("lesson_id");--> statement-breakpoint
CREATE INDEX "attempts_due" ON "attempts" USING btree ("deadline_at") WHERE "attempts"."status" = 'open';--> statement-breakpoint
CREATE INDEX "attempts_by_person" ON "attempts" USING btree ("course_id","status","submitted_at","id") WHERE "attempts"."type" = 'assignment' or "attempts"."items" @> '[{"type": "essay"}]';--> statement-breakpoint
CREATE INDEX "attempts_claimed" ON "attempts" USING btree ("claimed_by") WHERE "attempts"."claimed_by" is not null;--> statement-breakpoint
CREATE INDEX "attempts_asking" ON "attempts" USING gin ("revisions") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "gradings_by" ON "gradings" USING btree ("grader_id") WHERE "gradings"."grader_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "question_revisions_of_key" ON "question_revisions" USING btree ("course_id","key","number");--> statement-breakpoint
CREATE INDEX "question_revisions_drafted" ON "question_revisions" USING btree ("course_id") WHERE "question_revisions"."published_at" is null;--> statement-breakpoint
ALTER TABLE "draft_lessons" ADD CONSTRAINT "draft_lessons_type_known" CHECK ("draft_lessons"."type" in ('text', 'video', 'file', 'link', 'quiz', 'assignment')) NOT VALID;--> statement-breakpoint
ALTER TABLE "course_members" ADD CONSTRAINT "course_members_role_known" CHECK ("course_members"."role" in ('owner', 'author', 'reviewer', 'grader')) NOT VALID;--> statement-breakpoint
ALTER TABLE "lesson_revisions" ADD CONSTRAINT "lesson_revisions_type_known" CHECK ("lesson_revisions"."type" in ('text', 'video', 'file', 'link', 'quiz', 'assignment')) NOT VALID;--> statement-breakpoint
-- What was asked or graded stays as it was; more may follow. Accounts are erased with their attempts.
CREATE FUNCTION "keep_as_written"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION '% on %: what was asked or graded stays as it was', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;--> statement-breakpoint
CREATE TRIGGER "gradings_append_only" BEFORE UPDATE OF "attempt_id", "number", "at", "cause", "item_points", "points", "max_points", "score", "passed", "comment" ON "gradings" FOR EACH ROW EXECUTE FUNCTION "keep_as_written"();--> statement-breakpoint
CREATE TRIGGER "question_revisions_immutable" BEFORE UPDATE OF "course_id", "key", "number", "type", "shown" ON "question_revisions" FOR EACH ROW EXECUTE FUNCTION "keep_as_written"();--> statement-breakpoint
CREATE TRIGGER "question_secrets_immutable" BEFORE UPDATE ON "question_secrets" FOR EACH ROW EXECUTE FUNCTION "keep_as_written"();--> statement-breakpoint
CREATE FUNCTION "write_attempt_event"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	"facts" jsonb := jsonb_build_object('attemptId', NEW."id", 'userId', NEW."user_id", 'courseId', NEW."course_id", 'lessonKey', NEW."lesson_key");
BEGIN
	IF TG_OP = 'INSERT' THEN
		IF NEW."type" = 'assignment' THEN
			PERFORM write_event('submission.received', "facts");
		END IF;
		RETURN NULL;
	END IF;
	IF OLD."status" = 'open' AND NEW."status" <> 'open' THEN
		PERFORM write_event('attempt.submitted', "facts");
	END IF;
	IF OLD."status" = 'waiting' AND NEW."status" = 'graded' THEN
		PERFORM write_event('submission.graded', "facts");
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "attempts_begun_event" AFTER INSERT ON "attempts" FOR EACH ROW EXECUTE FUNCTION "write_attempt_event"();--> statement-breakpoint
CREATE TRIGGER "attempts_changed_event" AFTER UPDATE OF "status", "passed" ON "attempts" FOR EACH ROW EXECUTE FUNCTION "write_attempt_event"();--> statement-breakpoint
CREATE FUNCTION "write_passed_events"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NOT EXISTS (SELECT FROM "after" JOIN "before" USING ("id") WHERE "after"."passed" AND "before"."passed" IS NOT TRUE) THEN
		RETURN NULL;
	END IF;
	PERFORM write_event('lesson.passed', jsonb_build_object('userId', "first"."user_id", 'courseId', "first"."course_id", 'lessonKey', "first"."lesson_key"))
	FROM (
		SELECT DISTINCT ON ("after"."user_id", "after"."course_id", "after"."lesson_key") "after".*
		FROM "after" JOIN "before" USING ("id") WHERE "after"."passed" AND "before"."passed" IS NOT TRUE
		ORDER BY "after"."user_id", "after"."course_id", "after"."lesson_key", "after"."id"
	) "first"
	JOIN "lesson_revisions" "l" ON "l"."id" = "first"."lesson_id"
	WHERE NOT EXISTS (
		SELECT FROM "attempts" "a" WHERE "a"."user_id" = "first"."user_id" AND "a"."course_id" = "first"."course_id"
		AND ("a"."lesson_key" = "first"."lesson_key" OR "a"."lesson_key" = ANY ("l"."former_keys")) AND "a"."passed"
		AND NOT EXISTS (SELECT FROM "before" WHERE "before"."id" = "a"."id" AND "before"."passed" IS NOT TRUE)
	);
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "attempts_passed_event" AFTER UPDATE ON "attempts" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after" FOR EACH STATEMENT EXECUTE FUNCTION "write_passed_events"();--> statement-breakpoint
CREATE TABLE "submission_files" (
	"attempt_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"sha256" text NOT NULL,
	CONSTRAINT "submission_files_attempt_id_position_pk" PRIMARY KEY("attempt_id","position")
);
--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "comment" text;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "lesson_id" uuid;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "canceled_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "submission_files" ADD CONSTRAINT "submission_files_attempt_id_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."attempts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_files" ADD CONSTRAINT "submission_files_sha256_media_sha256_fk" FOREIGN KEY ("sha256") REFERENCES "public"."media"("sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "submission_files_sha256" ON "submission_files" USING btree ("sha256");--> statement-breakpoint
CREATE TABLE "regrade_results" (
	"regrade_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"lesson_key" text NOT NULL,
	"score_before" integer NOT NULL,
	"score_after" integer NOT NULL,
	"passed_before" boolean NOT NULL,
	"passed_after" boolean NOT NULL,
	"kept" boolean NOT NULL,
	"grade_before" integer,
	"grade_after" integer,
	"completes" boolean NOT NULL,
	"certificate" text,
	CONSTRAINT "regrade_results_regrade_id_user_id_lesson_key_pk" PRIMARY KEY("regrade_id","user_id","lesson_key"),
	CONSTRAINT "regrade_results_certificate_known" CHECK ("regrade_results"."certificate" in ('issued', 'replaced', 'revoked', 'kept'))
);
--> statement-breakpoint
CREATE TABLE "regrades" (
	"id" uuid PRIMARY KEY NOT NULL,
	"course_id" uuid NOT NULL,
	"question_key" text NOT NULL,
	"to_revision" uuid NOT NULL,
	"policy" text NOT NULL,
	"dry_run" boolean NOT NULL,
	"allow_lower" boolean NOT NULL,
	"reason" text,
	"certificates" text NOT NULL,
	"status" text NOT NULL,
	"after" uuid,
	"checked" integer DEFAULT 0 NOT NULL,
	"requested_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "regrades_policy_known" CHECK ("regrades"."policy" in ('recompute', 'accept-both', 'full-points', 'drop')),
	CONSTRAINT "regrades_status_known" CHECK ("regrades"."status" in ('running', 'done')),
	CONSTRAINT "regrades_certificates_known" CHECK ("regrades"."certificates" in ('keep', 'revoke')),
	CONSTRAINT "regrades_lower_says_why" CHECK (not "regrades"."allow_lower" or "regrades"."reason" is not null),
	CONSTRAINT "regrades_done_says_when" CHECK (("regrades"."status" = 'done') = ("regrades"."finished_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "regrade_results" ADD CONSTRAINT "regrade_results_regrade_id_regrades_id_fk" FOREIGN KEY ("regrade_id") REFERENCES "public"."regrades"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "regrade_results" ADD CONSTRAINT "regrade_results_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "regrades" ADD CONSTRAINT "regrades_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "regrades" ADD CONSTRAINT "regrades_to_revision_question_revisions_id_fk" FOREIGN KEY ("to_revision") REFERENCES "public"."question_revisions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "regrades" ADD CONSTRAINT "regrades_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "regrade_results_user" ON "regrade_results" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "regrades_one_running" ON "regrades" USING btree ("course_id","question_key") WHERE "regrades"."status" = 'running' and not "regrades"."dry_run";--> statement-breakpoint
CREATE INDEX "regrades_of_question" ON "regrades" USING btree ("course_id","question_key","id");--> statement-breakpoint
CREATE INDEX "regrades_revision" ON "regrades" USING btree ("to_revision");--> statement-breakpoint
CREATE INDEX "regrades_by" ON "regrades" USING btree ("requested_by") WHERE "regrades"."requested_by" is not null;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "grade" text;--> statement-breakpoint
ALTER TABLE "course_versions" ADD COLUMN "grade" text;--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "grade" integer;--> statement-breakpoint
ALTER TABLE "course_versions" ADD CONSTRAINT "course_versions_grade_known" CHECK ("course_versions"."grade" in ('printed')) NOT VALID;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_grade_range" CHECK ("certificates"."grade" between 0 and 10000) NOT VALID;
