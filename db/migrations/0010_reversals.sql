CREATE TABLE "reversals" (
	"provider" text NOT NULL,
	"reference" text NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"payment_reference" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"assigned_amount" integer DEFAULT 0 NOT NULL,
	"reason" text,
	"failure" text,
	"told_at" timestamp (3) with time zone NOT NULL,
	"status_at" timestamp (3) with time zone NOT NULL,
	"settled_at" timestamp (3) with time zone,
	CONSTRAINT "reversals_provider_reference_pk" PRIMARY KEY("provider","reference"),
	CONSTRAINT "reversals_kind_known" CHECK ("reversals"."kind" in ('refund', 'dispute')),
	CONSTRAINT "reversals_status_known" CHECK ("reversals"."status" in ('open', 'gone', 'kept')),
	CONSTRAINT "reversals_amount_positive" CHECK ("reversals"."amount" > 0),
	CONSTRAINT "reversals_assigned_within_amount" CHECK ("reversals"."assigned_amount" between 0 and "reversals"."amount"),
	CONSTRAINT "reversals_settled_when" CHECK (("reversals"."status" = 'open') = ("reversals"."settled_at" is null))
);
--> statement-breakpoint
ALTER TABLE "payment_events" DROP CONSTRAINT "payment_events_kind_known";--> statement-breakpoint
DROP INDEX "refunds_surplus_once";--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "reversal_reference" text;--> statement-breakpoint
CREATE INDEX "reversals_payment" ON "reversals" USING btree ("payment_reference","provider");--> statement-breakpoint
CREATE INDEX "reversals_settled" ON "reversals" USING btree ("settled_at");--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_of_reversal" FOREIGN KEY ("provider","reversal_reference") REFERENCES "public"."reversals"("provider","reference") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "transactions_payment" ON "transactions" USING btree ("payment_reference","provider");--> statement-breakpoint
CREATE INDEX "payment_events_payment" ON "payment_events" USING btree ("payment_reference","provider") WHERE "payment_events"."kind" = 'paid';--> statement-breakpoint
CREATE INDEX "refunds_reversal" ON "refunds" USING btree ("provider","reversal_reference") WHERE "refunds"."reversal_reference" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_surplus_once" ON "refunds" USING btree ("payment_reference") WHERE "refunds"."line_position" is null and "refunds"."status" <> 'failed';--> statement-breakpoint
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_kind_known" CHECK ("payment_events"."kind" in ('paid', 'declined', 'expired', 'refund_pending', 'refund_succeeded', 'refund_failed', 'dispute_opened', 'dispute_won', 'dispute_lost', 'other'));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_reversal_of_line" CHECK ("refunds"."reversal_reference" is null or "refunds"."line_position" is not null);