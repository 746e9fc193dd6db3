-- Every version has written its lessons anew so far. Readers go on meanwhile, and nobody else updates a lesson; only a publication waits.
LOCK TABLE "course_versions" IN SHARE MODE;--> statement-breakpoint
UPDATE "lessons" SET
	"from_version" = "version"."number",
	"until_version" = CASE WHEN "version"."number" = "newest"."number" THEN 2147483647 ELSE "version"."number" END,
	"section_position" = "section"."position"
FROM "course_versions" AS "version", "sections" AS "section",
	(SELECT "course_id", max("number") AS "number" FROM "course_versions" GROUP BY "course_id") AS "newest"
WHERE "version"."id" = "lessons"."version_id" AND "section"."id" = "lessons"."section_id"
	AND "newest"."course_id" = "lessons"."course_id" AND "lessons"."from_version" IS NULL;
