-- outside a transaction
CREATE INDEX CONCURRENTLY "enrollments_course_user" ON "enrollments" USING btree ("course_id","user_id");
