-- What a lesson is completed by, for every server that writes progress: those of the release before know of no quiz, and take the learner's word for it.
CREATE FUNCTION "may_be_completed"("learner" uuid, "course" uuid, "lesson" text, "reported" int4multirange) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
DECLARE
	"own" record;
	"seconds" integer;
BEGIN
	SELECT "l"."type", "l"."details", "l"."key" || "l"."former_keys" AS "keys", "c"."honesty" INTO "own"
		FROM "enrollments" "e"
		JOIN "courses" "c" ON "c"."id" = "e"."course_id"
		JOIN "course_versions" "v" ON "v"."id" = "e"."version_id"
		JOIN "lesson_revisions" "l" ON "l"."course_id" = "e"."course_id" AND "l"."key" = "lesson" AND "v"."number" BETWEEN "l"."from_version" AND "l"."until_version"
		WHERE "e"."user_id" = "learner" AND "e"."course_id" = "course";
	"seconds" := CASE WHEN "own"."honesty" = 'watched' THEN ("own"."details" -> 'video' ->> 'seconds')::integer END;
	IF NOT FOUND OR NOT ("own"."type" IN ('quiz', 'assignment', 'course') OR "own"."type" = 'video' AND "seconds" IS NOT NULL) THEN
		RETURN true;
	END IF;
	IF EXISTS (SELECT FROM "attempts" "a" WHERE "a"."user_id" = "learner" AND "a"."course_id" = "course" AND "a"."lesson_key" = ANY ("own"."keys") AND "a"."passed") THEN
		RETURN true;
	END IF;
	IF "own"."type" = 'course' THEN
		-- Of a program that is taken again, what was completed again.
		RETURN EXISTS (
			SELECT FROM "course_versions" "v"
			JOIN "program_courses" "link" ON "link"."version_id" = "v"."id" AND "link"."lesson_key" = ANY ("own"."keys")
			JOIN "enrollments" "done" ON "done"."user_id" = "learner" AND "done"."course_id" = "link"."course_id" AND "done"."completed_at" IS NOT NULL
			JOIN "enrollments" "program" ON "program"."user_id" = "learner" AND "program"."course_id" = "course"
			WHERE "v"."course_id" = "course" AND ("program"."renewing_since" IS NULL OR EXISTS (
				SELECT FROM "certificates" "again"
				WHERE "again"."user_id" = "learner" AND "again"."course_id" = "link"."course_id" AND "again"."completed_at" >= "program"."renewing_since"
			))
		);
	END IF;
	-- As much of a video as the server asks for, in seconds.
	RETURN "own"."type" = 'video' AND ceil(0.9 * "seconds") <= (
		SELECT coalesce(sum(upper("range") - lower("range")), 0)
		FROM unnest(int4multirange(int4range(0, "seconds")) * (coalesce("reported", '{}') + coalesce((
			SELECT "watched" FROM "lesson_progress" "p" WHERE "p"."user_id" = "learner" AND "p"."course_id" = "course" AND "p"."lesson_key" = "lesson"
		), '{}'))) AS "range"
	);
END
$$;--> statement-breakpoint
-- Keeps the percent instead of refusing: the server that reports answers that the lesson is not completed. What a move copies was earned before, and whoever marks a lesson for a learner says so: they set lyceum.copies_progress and lyceum.marks_lessons. Most lessons have no revision of these types, and nothing more is read for them.
CREATE FUNCTION "keep_unearned_open"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (SELECT FROM "lesson_revisions" WHERE "course_id" = NEW."course_id" AND "key" = NEW."lesson_key" AND "type" IN ('quiz', 'assignment', 'course', 'video'))
		AND current_setting('lyceum.copies_progress', true) IS DISTINCT FROM 'on' AND current_setting('lyceum.marks_lessons', true) IS DISTINCT FROM 'on'
		AND NOT may_be_completed(NEW."user_id", NEW."course_id", NEW."lesson_key", NEW."watched") THEN
		NEW."completed_at" := NULL;
		NEW."percent" := 0;
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
-- Where there is a row already: servers of the release before write the percent of a completion whether or not it is one.
CREATE FUNCTION "keep_percent_of_open"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW."percent" := OLD."percent";
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER "lesson_progress_earned" BEFORE INSERT ON "lesson_progress" FOR EACH ROW WHEN (NEW."completed_at" IS NOT NULL) EXECUTE FUNCTION "keep_unearned_open"();--> statement-breakpoint
CREATE TRIGGER "lesson_progress_open" BEFORE UPDATE OF "percent" ON "lesson_progress" FOR EACH ROW WHEN (NEW."percent" = 100 AND NEW."completed_at" IS NULL) EXECUTE FUNCTION "keep_percent_of_open"();
