-- outside a transaction
CREATE UNIQUE INDEX CONCURRENTLY "lesson_revisions_of_key" ON "lessons" USING btree ("course_id","key","until_version");--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "lesson_revisions_at_position" ON "lessons" USING btree ("course_id","position","until_version");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "lesson_revisions_former_keys" ON "lessons" USING gin ("former_keys") WITH (fastupdate=false) WHERE "lessons"."former_keys" <> '{}';--> statement-breakpoint
CREATE INDEX CONCURRENTLY "lesson_revisions_without_body" ON "lessons" USING btree ("id") WHERE "body_sha256" is null;
