ALTER TABLE "enrollments" ADD COLUMN "remaining_lessons" bit varying;--> statement-breakpoint
ALTER TABLE "enrollments" ADD COLUMN "required_lessons" integer;--> statement-breakpoint
ALTER TABLE "enrollments" ADD CONSTRAINT "enrollments_counted_whole" CHECK (("enrollments"."remaining_lessons" is null) = ("enrollments"."required_lessons" is null)) NOT VALID;--> statement-breakpoint
-- A trigger, because servers of the release before write progress as well, and know nothing of the bits. Clearing a bit twice changes nothing. The first statement waits for a first count that has not seen this lesson, and makes the second look at what that count wrote.
CREATE FUNCTION "take_off_completed_lesson"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM FROM "enrollments" WHERE "user_id" = NEW."user_id" AND "course_id" = NEW."course_id" FOR NO KEY UPDATE;
	UPDATE "enrollments" AS "own" SET "remaining_lessons" = set_bit("own"."remaining_lessons", "lesson"."position", 0)
		FROM "lessons" AS "lesson"
		WHERE "own"."user_id" = NEW."user_id" AND "own"."course_id" = NEW."course_id"
			AND "lesson"."version_id" = "own"."version_id" AND "lesson"."key" = NEW."lesson_key"
			AND substring("own"."remaining_lessons" FROM "lesson"."position" + 1 FOR 1) = B'1';
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "lesson_progress_begun_completed" AFTER INSERT ON "lesson_progress" FOR EACH ROW WHEN (NEW."completed_at" IS NOT NULL) EXECUTE FUNCTION "take_off_completed_lesson"();--> statement-breakpoint
CREATE TRIGGER "lesson_progress_completed" AFTER UPDATE OF "completed_at" ON "lesson_progress" FOR EACH ROW WHEN (OLD."completed_at" IS NULL AND NEW."completed_at" IS NOT NULL) EXECUTE FUNCTION "take_off_completed_lesson"();--> statement-breakpoint
-- The bits belong to one version: whoever moves a learner to another, they are counted anew.
CREATE FUNCTION "forget_remaining_lessons"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW."remaining_lessons" := NULL;
	NEW."required_lessons" := NULL;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER "enrollments_version_moved" BEFORE UPDATE OF "version_id" ON "enrollments" FOR EACH ROW WHEN (OLD."version_id" <> NEW."version_id") EXECUTE FUNCTION "forget_remaining_lessons"();
