-- Each reads its table once; everything goes on meanwhile.
ALTER TABLE "course_versions" VALIDATE CONSTRAINT "course_versions_level_known";--> statement-breakpoint
ALTER TABLE "course_versions" VALIDATE CONSTRAINT "course_versions_cover_whole";--> statement-breakpoint
ALTER TABLE "courses" VALIDATE CONSTRAINT "courses_honesty_known";--> statement-breakpoint
ALTER TABLE "courses" VALIDATE CONSTRAINT "courses_html_known";--> statement-breakpoint
ALTER TABLE "draft_lessons" VALIDATE CONSTRAINT "draft_lessons_type_known";--> statement-breakpoint
ALTER TABLE "lesson_revisions" VALIDATE CONSTRAINT "lesson_revisions_type_known";
