-- outside a transaction
CREATE INDEX CONCURRENTLY "enrollments_version" ON "enrollments" USING btree ("course_id","version_id","user_id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "enrollments_course";
