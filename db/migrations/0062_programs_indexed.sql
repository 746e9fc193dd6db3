-- outside a transaction
CREATE INDEX CONCURRENTLY "courses_programs_newest" ON "courses" USING btree ("id") WHERE "courses"."status" = 'published' and "courses"."kind" = 'program';
