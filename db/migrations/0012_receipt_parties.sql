ALTER TABLE "one_time_codes" DROP CONSTRAINT "one_time_codes_purpose_known";--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "issuer" text;--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "issuer_lines" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "buyer_name" text;--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "buyer_email" text;--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "language" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "one_time_codes" ADD CONSTRAINT "one_time_codes_purpose_known" CHECK ("one_time_codes"."purpose" in ('verify_email', 'reset_password', 'erase_account', 'change_sign_in', 'change_email_old', 'change_email_new'));--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_buyer_whole" CHECK (("receipts"."buyer_name" is null) = ("receipts"."buyer_email" is null));