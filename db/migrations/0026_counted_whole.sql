-- Reads the table once; reports and purchases go on meanwhile.
ALTER TABLE "enrollments" VALIDATE CONSTRAINT "enrollments_counted_whole";
