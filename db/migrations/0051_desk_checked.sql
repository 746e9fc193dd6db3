-- Each reads its table once; everything goes on meanwhile.
ALTER TABLE "enrollments" VALIDATE CONSTRAINT "enrollments_cohort_id_cohorts_id_fk";--> statement-breakpoint
ALTER TABLE "users" VALIDATE CONSTRAINT "users_role_known";--> statement-breakpoint
ALTER TABLE "receipts" VALIDATE CONSTRAINT "receipts_tax_whole";--> statement-breakpoint
ALTER TABLE "transactions" VALIDATE CONSTRAINT "transactions_given_when_paid";
