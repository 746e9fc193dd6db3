ALTER TABLE "courses" VALIDATE CONSTRAINT "courses_lesson_questions_known";
