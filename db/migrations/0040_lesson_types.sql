ALTER TABLE "lesson_revisions" DROP CONSTRAINT "lesson_revisions_type_known";--> statement-breakpoint
ALTER TABLE "lesson_revisions" ADD COLUMN "details" jsonb;--> statement-breakpoint
ALTER TABLE "lesson_revisions" ADD COLUMN "files" jsonb;--> statement-breakpoint
ALTER TABLE "lesson_revisions" ADD CONSTRAINT "lesson_revisions_type_known" CHECK ("lesson_revisions"."type" in ('text', 'video', 'file', 'link')) NOT VALID;--> statement-breakpoint
-- The release before knows two types of lessons: the others are texts to it.
CREATE OR REPLACE VIEW "lessons" AS
	SELECT "lesson"."id", "lesson"."course_id", "version"."id" AS "version_id", "section"."id" AS "section_id",
		"lesson"."key", "lesson"."position", "lesson"."title", CASE WHEN "lesson"."type" IN ('text', 'video') THEN "lesson"."type" ELSE 'text' END AS "type", "lesson"."minutes", "lesson"."required",
		"lesson"."preview", coalesce("body"."content", "lesson"."content") AS "content", "lesson"."former_keys"
	FROM "lesson_revisions" AS "lesson"
	JOIN "course_versions" AS "version" ON "version"."course_id" = "lesson"."course_id"
		AND "version"."number" BETWEEN "lesson"."from_version" AND "lesson"."until_version"
	LEFT JOIN "sections" AS "section" ON "section"."version_id" = "version"."id" AND "section"."position" = "lesson"."section_position"
	LEFT JOIN "lesson_bodies" AS "body" ON "body"."sha256" = "lesson"."body_sha256";
