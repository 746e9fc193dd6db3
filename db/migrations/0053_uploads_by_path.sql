-- outside a transaction
CREATE INDEX CONCURRENTLY "uploads_by_path" ON "uploads" USING btree ("course_id","path");
