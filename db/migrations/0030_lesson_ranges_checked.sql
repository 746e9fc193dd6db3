ALTER TABLE "lessons" VALIDATE CONSTRAINT "lessons_range_known";
