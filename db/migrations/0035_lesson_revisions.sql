LOCK TABLE "courses", "course_versions", "sections", "lessons" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
-- The table takes the name of what it holds now, and `lessons` becomes a view of the same columns: the lessons of every version. Servers of the release before read it, and publish through it.
-- squawk-ignore renaming-table
ALTER TABLE "lessons" RENAME TO "lesson_revisions";--> statement-breakpoint
ALTER INDEX "lessons_pkey" RENAME TO "lesson_revisions_pkey";--> statement-breakpoint
DROP TRIGGER "lessons_range" ON "lesson_revisions";--> statement-breakpoint
DROP FUNCTION "fill_in_lesson_range"();--> statement-breakpoint
DROP TRIGGER "lessons_come_with_version" ON "lesson_revisions";--> statement-breakpoint
DROP TRIGGER "lessons_immutable" ON "lesson_revisions";--> statement-breakpoint
ALTER TRIGGER "lessons_not_emptied" ON "lesson_revisions" RENAME TO "lesson_revisions_not_emptied";--> statement-breakpoint
-- squawk-ignore ban-drop-column
ALTER TABLE "lesson_revisions" DROP COLUMN "version_id";--> statement-breakpoint
-- squawk-ignore ban-drop-column
ALTER TABLE "lesson_revisions" DROP COLUMN "section_id";--> statement-breakpoint
ALTER TABLE "lesson_revisions" DROP CONSTRAINT "lessons_course_id_courses_id_fk";--> statement-breakpoint
ALTER TABLE "lesson_revisions" RENAME CONSTRAINT "lessons_type_known" TO "lesson_revisions_type_known";--> statement-breakpoint
ALTER TABLE "lesson_revisions" RENAME CONSTRAINT "lessons_minutes_positive" TO "lesson_revisions_minutes_positive";--> statement-breakpoint
-- squawk-ignore adding-not-nullable-field
ALTER TABLE "lesson_revisions" ALTER COLUMN "from_version" SET NOT NULL;--> statement-breakpoint
-- squawk-ignore adding-not-nullable-field
ALTER TABLE "lesson_revisions" ALTER COLUMN "until_version" SET NOT NULL;--> statement-breakpoint
-- squawk-ignore adding-not-nullable-field
ALTER TABLE "lesson_revisions" ALTER COLUMN "section_position" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "lesson_revisions" DROP CONSTRAINT "lessons_range_known";--> statement-breakpoint
-- squawk-ignore ban-drop-not-null
ALTER TABLE "lesson_revisions" ALTER COLUMN "content" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "lesson_revisions" ADD CONSTRAINT "lesson_revisions_body_sha256_lesson_bodies_sha256_fk" FOREIGN KEY ("body_sha256") REFERENCES "public"."lesson_bodies"("sha256") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "lesson_revisions" ADD CONSTRAINT "lesson_revisions_from_version" FOREIGN KEY ("course_id","from_version") REFERENCES "public"."course_versions"("course_id","number") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "lesson_revisions" ADD CONSTRAINT "lesson_revisions_range" CHECK ("lesson_revisions"."from_version" <= "lesson_revisions"."until_version") NOT VALID;--> statement-breakpoint
ALTER TABLE "lesson_revisions" ADD CONSTRAINT "lesson_revisions_one_body" CHECK (("lesson_revisions"."body_sha256" is null) = ("lesson_revisions"."content" is not null)) NOT VALID;--> statement-breakpoint
-- The section and the body are joined so that a statement which needs neither reads neither.
CREATE VIEW "lessons" AS
	SELECT "lesson"."id", "lesson"."course_id", "version"."id" AS "version_id", "section"."id" AS "section_id",
		"lesson"."key", "lesson"."position", "lesson"."title", "lesson"."type", "lesson"."minutes", "lesson"."required",
		"lesson"."preview", coalesce("body"."content", "lesson"."content") AS "content", "lesson"."former_keys"
	FROM "lesson_revisions" AS "lesson"
	JOIN "course_versions" AS "version" ON "version"."course_id" = "lesson"."course_id"
		AND "version"."number" BETWEEN "lesson"."from_version" AND "lesson"."until_version"
	LEFT JOIN "sections" AS "section" ON "section"."version_id" = "version"."id" AND "section"."position" = "lesson"."section_position"
	LEFT JOIN "lesson_bodies" AS "body" ON "body"."sha256" = "lesson"."body_sha256";--> statement-breakpoint
-- The release before publishes whole versions, lesson by lesson: its version ends the range of all that were open.
CREATE FUNCTION "insert_lesson_of_version"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	published integer := (SELECT "number" FROM "course_versions" WHERE "id" = NEW."version_id");
	body text := encode(sha256(convert_to(NEW."content", 'UTF8')), 'hex');
BEGIN
	-- With its first lesson, not with each: it reads all lessons of all versions.
	IF NOT EXISTS (SELECT FROM "lesson_revisions" WHERE "course_id" = NEW."course_id" AND "position" = 0
		AND "until_version" = 2147483647 AND "from_version" = published) THEN
		UPDATE "lesson_revisions" SET "until_version" = published - 1
			WHERE "course_id" = NEW."course_id" AND "until_version" = 2147483647 AND "from_version" < published;
	END IF;
	INSERT INTO "lesson_bodies" ("sha256", "content") VALUES (body, NEW."content") ON CONFLICT DO NOTHING;
	INSERT INTO "lesson_revisions" ("id", "course_id", "key", "from_version", "until_version", "position", "section_position", "title", "type", "minutes", "required", "preview", "body_sha256")
		SELECT NEW."id", NEW."course_id", NEW."key", published, 2147483647, NEW."position", "position", NEW."title", NEW."type", NEW."minutes", NEW."required", NEW."preview", body
		FROM "sections" WHERE "id" = NEW."section_id" AND "version_id" = NEW."version_id";
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER "lessons_inserted" INSTEAD OF INSERT ON "lessons" FOR EACH ROW EXECUTE FUNCTION "insert_lesson_of_version"();--> statement-breakpoint
-- A lesson stays as it was published. Two things may change, once each: its range ends when a version without it is published, and its text moves to lesson_bodies.
CREATE FUNCTION "keep_lesson_as_published"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	changeable CONSTANT text[] := ARRAY['until_version', 'body_sha256', 'content'];
BEGIN
	IF to_jsonb(OLD) - changeable IS DISTINCT FROM to_jsonb(NEW) - changeable
		OR (NEW."until_version" <> OLD."until_version" AND (OLD."until_version" <> 2147483647
			OR NOT EXISTS (SELECT FROM "course_versions" WHERE "course_id" = NEW."course_id" AND "number" = NEW."until_version" + 1 AND xmin = pg_current_xact_id()::xid)))
		OR ((NEW."body_sha256", NEW."content") IS DISTINCT FROM (OLD."body_sha256", OLD."content")
			AND (OLD."body_sha256" IS NOT NULL OR NEW."content" IS NOT NULL
				OR NOT EXISTS (SELECT FROM "lesson_bodies" WHERE "sha256" = NEW."body_sha256" AND "content" = OLD."content"))) THEN
		RAISE EXCEPTION 'UPDATE on %: a published course version is immutable', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER "lesson_revisions_kept" BEFORE UPDATE ON "lesson_revisions" FOR EACH ROW EXECUTE FUNCTION "keep_lesson_as_published"();--> statement-breakpoint
CREATE TRIGGER "lesson_revisions_immutable" BEFORE DELETE ON "lesson_revisions" FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_published_version"();--> statement-breakpoint
CREATE FUNCTION "refuse_lesson_of_published_version"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NOT EXISTS (SELECT FROM "course_versions" WHERE "course_id" = NEW."course_id" AND "number" = NEW."from_version" AND xmin = pg_current_xact_id()::xid) THEN
		RAISE EXCEPTION 'INSERT on %: a published course version is immutable', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER "lesson_revisions_come_with_version" BEFORE INSERT ON "lesson_revisions" FOR EACH ROW EXECUTE FUNCTION "refuse_lesson_of_published_version"();
