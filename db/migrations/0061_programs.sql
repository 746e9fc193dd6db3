-- Of a program that says how many of its other courses count, each of those takes one bit off: its own, or else the last of the others.
CREATE OR REPLACE FUNCTION "take_off_completed_lesson"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM FROM "enrollments" WHERE "user_id" = NEW."user_id" AND "course_id" = NEW."course_id" FOR NO KEY UPDATE;
	UPDATE "enrollments" AS "own" SET "remaining_lessons" = set_bit("own"."remaining_lessons", "lesson"."position", 0)
		FROM "lessons" AS "lesson"
		WHERE "own"."user_id" = NEW."user_id" AND "own"."course_id" = NEW."course_id"
			AND "lesson"."version_id" = "own"."version_id" AND "lesson"."key" = NEW."lesson_key"
			AND substring("own"."remaining_lessons" FROM "lesson"."position" + 1 FOR 1) = B'1';
	IF NOT FOUND AND EXISTS (SELECT FROM "courses" WHERE "id" = NEW."course_id" AND "kind" = 'program') THEN
		UPDATE "enrollments" AS "own" SET "remaining_lessons" = set_bit("own"."remaining_lessons", "other"."position", 0)
			FROM "course_versions" AS "version", "lessons" AS "lesson", "lessons" AS "other"
			WHERE "own"."user_id" = NEW."user_id" AND "own"."course_id" = NEW."course_id"
				AND "version"."id" = "own"."version_id" AND "version"."choose" IS NOT NULL
				AND "lesson"."version_id" = "own"."version_id" AND "lesson"."key" = NEW."lesson_key" AND NOT "lesson"."required"
				AND "other"."version_id" = "own"."version_id" AND "other"."position" = (
					SELECT max("left"."position") FROM "lessons" AS "left"
					WHERE "left"."version_id" = "own"."version_id" AND NOT "left"."required"
						AND substring("own"."remaining_lessons" FROM "left"."position" + 1 FOR 1) = B'1');
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "write_course_completed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM write_event(CASE WHEN EXISTS (SELECT FROM "courses" WHERE "id" = NEW."course_id" AND "kind" = 'program') THEN 'program.completed' ELSE 'course.completed' END, jsonb_build_object('userId', NEW."user_id", 'courseId', NEW."course_id", 'version', (SELECT "number" FROM "course_versions" WHERE "id" = NEW."version_id")));
	RETURN NULL;
END
$$;--> statement-breakpoint
-- What a program opens takes no seat of the course: the program has seats of its own.
CREATE OR REPLACE FUNCTION "seat_enrollment"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' THEN
		PERFORM free_seat(OLD."course_id", OLD."user_id", 'enrollment');
	ELSIF NEW."status" = 'active' AND NEW."source" <> 'program' THEN
		PERFORM take_seat(NEW."course_id", NEW."user_id", 'enrollment');
	ELSE
		PERFORM free_seat(NEW."course_id", NEW."user_id", 'enrollment');
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "enrollments_sourced_seat" AFTER UPDATE OF "source" ON "enrollments" FOR EACH ROW WHEN (OLD."status" = NEW."status" AND OLD."source" <> NEW."source") EXECUTE FUNCTION "seat_enrollment"();
