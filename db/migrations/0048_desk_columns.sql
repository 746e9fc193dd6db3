ALTER TABLE "transactions" DROP CONSTRAINT "transactions_given_when_paid";--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT "users_role_known";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "last_seen_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "suspended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "suspension_reason" text;--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "tax_name" text;--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "tax_rate" integer;--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "tax_amount" integer;--> statement-breakpoint
ALTER TABLE "enrollments" ADD COLUMN "ends_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "enrollments" ADD COLUMN "cohort_id" uuid;--> statement-breakpoint
ALTER TABLE "enrollments" ADD CONSTRAINT "enrollments_cohort_id_cohorts_id_fk" FOREIGN KEY ("cohort_id") REFERENCES "public"."cohorts"("id") ON DELETE set null ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_role_known" CHECK ("users"."role" in ('learner', 'admin', 'support', 'finance')) NOT VALID;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_tax_whole" CHECK (num_nulls("receipts"."tax_name", "receipts"."tax_rate", "receipts"."tax_amount") in (0, 3)) NOT VALID;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_given_when_paid" CHECK ("transactions"."paid_at" is not null or "transactions"."status" in ('pending', 'failed', 'expired', 'canceled') or ("transactions"."status" in ('fulfilled', 'partially_refunded', 'refunded') and "transactions"."total_amount" = 0)) NOT VALID;
