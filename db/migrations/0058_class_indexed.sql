-- outside a transaction
CREATE INDEX CONCURRENTLY "certificates_expiring" ON "certificates" USING btree ("valid_until") WHERE "certificates"."status" = 'issued' and "certificates"."valid_until" is not null and "certificates"."expiry_told" is distinct from 0;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "enrollments_program" ON "enrollments" USING btree ("user_id","program_id") WHERE "enrollments"."program_id" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "enrollments_next_opening" ON "enrollments" USING btree ("next_opening_at") WHERE "enrollments"."next_opening_at" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "enrollments_enrolled" ON "enrollments" USING btree ("course_id","enrolled_at","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "users_calendar_key" ON "users" USING btree ("calendar_key");
