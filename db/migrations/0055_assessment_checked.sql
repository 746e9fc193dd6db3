-- Each reads its table once; everything goes on meanwhile.
ALTER TABLE "draft_lessons" VALIDATE CONSTRAINT "draft_lessons_type_known";--> statement-breakpoint
ALTER TABLE "course_members" VALIDATE CONSTRAINT "course_members_role_known";--> statement-breakpoint
ALTER TABLE "lesson_revisions" VALIDATE CONSTRAINT "lesson_revisions_type_known";--> statement-breakpoint
ALTER TABLE "certificates" VALIDATE CONSTRAINT "certificates_grade_range";--> statement-breakpoint
ALTER TABLE "course_versions" VALIDATE CONSTRAINT "course_versions_grade_known";
