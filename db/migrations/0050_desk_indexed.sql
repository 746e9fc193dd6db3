-- outside a transaction
CREATE INDEX CONCURRENTLY "users_by_last_seen" ON "users" USING btree ("last_seen_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_by_role" ON "users" USING btree ("role","id") WHERE "users"."role" <> 'learner';--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_suspended" ON "users" USING btree ("id") WHERE "users"."suspended_at" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_words" ON "users" USING gin (lower("email" || ' ' || "name") gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "enrollments_due" ON "enrollments" USING btree ("ends_at") WHERE "enrollments"."status" = 'active' and "enrollments"."ends_at" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "enrollments_cohort" ON "enrollments" USING btree ("cohort_id","user_id") WHERE "enrollments"."cohort_id" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "enrollments_quiet" ON "enrollments" USING btree ("course_id","last_activity_at","user_id") WHERE "enrollments"."status" = 'active' and "enrollments"."completed_at" is null;
