-- Each reads its table once; everything goes on meanwhile.
ALTER TABLE "course_versions" VALIDATE CONSTRAINT "course_versions_kind_known";--> statement-breakpoint
ALTER TABLE "courses" VALIDATE CONSTRAINT "courses_managed_by_known";--> statement-breakpoint
ALTER TABLE "enrollments" VALIDATE CONSTRAINT "enrollments_left_is_ended";--> statement-breakpoint
ALTER TABLE "lesson_revisions" VALIDATE CONSTRAINT "lesson_revisions_body_sha256_lesson_bodies_sha256_fk";--> statement-breakpoint
ALTER TABLE "lesson_revisions" VALIDATE CONSTRAINT "lesson_revisions_from_version";--> statement-breakpoint
ALTER TABLE "lesson_revisions" VALIDATE CONSTRAINT "lesson_revisions_range";--> statement-breakpoint
ALTER TABLE "lesson_revisions" VALIDATE CONSTRAINT "lesson_revisions_one_body";
