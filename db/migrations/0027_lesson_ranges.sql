-- Lessons are to be written once for a range of versions, and their texts once for all of them. The range is filled in by the next file; from here on, a trigger fills it in for versions that servers of the release before publish.
CREATE TABLE "lesson_bodies" (
	"sha256" text PRIMARY KEY NOT NULL,
	"content" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "former_keys" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "from_version" integer;--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "until_version" integer;--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "section_position" integer;--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "body_sha256" text;--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_range_known" CHECK ("from_version" is not null and "until_version" is not null and "section_position" is not null) NOT VALID;--> statement-breakpoint
CREATE FUNCTION "fill_in_lesson_range"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	published integer := (SELECT "number" FROM "course_versions" WHERE "id" = NEW."version_id");
BEGIN
	-- Once for a version: it reads the whole table.
	IF NOT EXISTS (SELECT FROM "lessons" WHERE "version_id" = NEW."version_id") THEN
		UPDATE "lessons" SET "until_version" = published - 1
			WHERE "course_id" = NEW."course_id" AND "until_version" = 2147483647 AND "from_version" < published;
	END IF;
	NEW."from_version" := published;
	NEW."until_version" := 2147483647;
	NEW."section_position" := (SELECT "position" FROM "sections" WHERE "id" = NEW."section_id");
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER "lessons_range" BEFORE INSERT ON "lessons" FOR EACH ROW EXECUTE FUNCTION "fill_in_lesson_range"();--> statement-breakpoint
-- The next files fill in the ranges, then changes are refused again.
DROP TRIGGER "lessons_immutable" ON "lessons";--> statement-breakpoint
CREATE TRIGGER "lessons_immutable" BEFORE DELETE ON "lessons" FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_published_version"();--> statement-breakpoint
CREATE TRIGGER "lesson_bodies_immutable" BEFORE UPDATE OR DELETE ON "lesson_bodies" FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_published_version"();--> statement-breakpoint
CREATE TRIGGER "lesson_bodies_not_emptied" BEFORE TRUNCATE ON "lesson_bodies" FOR EACH STATEMENT EXECUTE FUNCTION "keep_rows"();
