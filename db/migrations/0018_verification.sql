ALTER TABLE "users" ADD COLUMN "former_email_verified_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "registrant_mac" text;--> statement-breakpoint
-- Accounts whose email an operator changed, and who had verified the one before.
UPDATE "users" SET "former_email_verified_at" = "created_at" WHERE "email_verified_at" IS NULL AND EXISTS (SELECT FROM "audit_events" WHERE "audit_events"."user_id" = "users"."id" AND "audit_events"."event" IN ('email-verified', 'password-reset', 'login-succeeded'));--> statement-breakpoint
CREATE INDEX "users_never_verified" ON "users" USING btree ("created_at") WHERE "users"."email_verified_at" is null and "users"."former_email_verified_at" is null;--> statement-breakpoint
-- Every value so far is null, so there is nothing to check under the lock.
ALTER TABLE "users" ADD CONSTRAINT "users_registrant_is_mac" CHECK ("users"."registrant_mac" ~ '^[0-9a-f]{64}$') NOT VALID;
