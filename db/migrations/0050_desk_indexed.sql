-- outside a transaction
CREATE INDEX CONCURRENTLY "audit_events_event" ON "audit_events" USING btree ("event","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "audit_events_actor" ON "audit_events" USING btree ("actor","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "audit_events_act" ON "audit_events" USING btree ("actor","event","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "audit_events_ip" ON "audit_events" USING btree ("ip","id") WHERE "audit_events"."ip" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "audit_events_ip_event" ON "audit_events" USING btree ("ip","event","id") WHERE "audit_events"."ip" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "audit_events_request" ON "audit_events" USING btree ("request_id") WHERE "audit_events"."request_id" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_registered" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_by_last_seen" ON "users" USING btree (coalesce("last_seen_at", to_timestamp(0)),"id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_by_role" ON "users" USING btree ("role","id") WHERE "users"."role" <> 'learner';--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_suspended" ON "users" USING btree ("id") WHERE "users"."suspended_at" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_unverified" ON "users" USING btree ("created_at","id") WHERE "users"."email_verified_at" is null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "users_never_verified";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_words" ON "users" USING gin (lower("email" || ' ' || "name") gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "enrollments_due" ON "enrollments" USING btree ("ends_at") WHERE ("enrollments"."status" = 'active' or "enrollments"."left_at" is not null) and "enrollments"."ends_at" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "enrollments_cohort" ON "enrollments" USING btree ("cohort_id","user_id") WHERE "enrollments"."cohort_id" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "enrollments_quiet" ON "enrollments" USING btree ("course_id","last_activity_at","user_id") WHERE "enrollments"."status" = 'active' and "enrollments"."completed_at" is null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "transactions_status_newest" ON "transactions" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "transactions_provider_newest" ON "transactions" USING btree ("provider","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "transactions_currency_newest" ON "transactions" USING btree ("currency","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "transactions_coupon_newest" ON "transactions" USING btree ("coupon_id","id") WHERE "transactions"."coupon_id" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "transaction_lines_course_newest" ON "transaction_lines" USING btree ("course_id","transaction_id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "transactions_coupon";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "enrollments_course_state" ON "enrollments" USING btree ("course_id",(case
  when left_at is not null then 'left'
  when status = 'ended' then 'ended'
  when completed_at is not null then 'completed'
  else 'active'
end),"user_id");
