ALTER TABLE "certificates" ADD COLUMN "completed_on" date;--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "issued_on" date;--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "last_day" date;--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "issued_on" date;