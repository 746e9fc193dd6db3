-- Each reads its table once; everything goes on meanwhile.
ALTER TABLE "draft_lessons" VALIDATE CONSTRAINT "draft_lessons_type_known";--> statement-breakpoint
ALTER TABLE "course_members" VALIDATE CONSTRAINT "course_members_cohorts_of_teacher";--> statement-breakpoint
ALTER TABLE "course_members" VALIDATE CONSTRAINT "course_members_role_known";--> statement-breakpoint
ALTER TABLE "course_versions" VALIDATE CONSTRAINT "course_versions_order_known";--> statement-breakpoint
ALTER TABLE "course_versions" VALIDATE CONSTRAINT "course_versions_valid_for_range";--> statement-breakpoint
ALTER TABLE "course_versions" VALIDATE CONSTRAINT "course_versions_choose_range";--> statement-breakpoint
ALTER TABLE "courses" VALIDATE CONSTRAINT "courses_kind_known";--> statement-breakpoint
ALTER TABLE "lesson_revisions" VALIDATE CONSTRAINT "lesson_revisions_type_known";--> statement-breakpoint
ALTER TABLE "enrollments" VALIDATE CONSTRAINT "enrollments_by_program";--> statement-breakpoint
ALTER TABLE "enrollments" VALIDATE CONSTRAINT "enrollments_source_known";
