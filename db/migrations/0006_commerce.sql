CREATE TABLE "coupon_redemptions" (
	"transaction_id" uuid PRIMARY KEY NOT NULL,
	"coupon_id" uuid NOT NULL,
	"user_id" uuid,
	"redeemed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "coupon_courses" (
	"coupon_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	CONSTRAINT "coupon_courses_coupon_id_course_id_pk" PRIMARY KEY("coupon_id","course_id")
);
--> statement-breakpoint
CREATE TABLE "coupons" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"percent" smallint,
	"amount" integer,
	"currency" text,
	"valid_from" timestamp (3) with time zone,
	"valid_until" timestamp (3) with time zone,
	"max_uses" integer,
	"max_uses_per_user" integer,
	"uses" integer DEFAULT 0 NOT NULL,
	"disabled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "coupons_code_form" CHECK ("coupons"."code" ~ '^[A-Z0-9][A-Z0-9-]{2,39}$'),
	CONSTRAINT "coupons_percent_or_amount" CHECK (num_nonnulls("coupons"."percent", "coupons"."amount") = 1),
	CONSTRAINT "coupons_percent_range" CHECK ("coupons"."percent" between 1 and 100),
	CONSTRAINT "coupons_amount_positive" CHECK ("coupons"."amount" > 0),
	CONSTRAINT "coupons_amount_has_currency" CHECK (("coupons"."amount" is null) = ("coupons"."currency" is null)),
	CONSTRAINT "coupons_currency_iso" CHECK ("coupons"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "coupons_max_uses_positive" CHECK ("coupons"."max_uses" > 0 and "coupons"."max_uses_per_user" > 0),
	CONSTRAINT "coupons_within_max_uses" CHECK ("coupons"."uses" >= 0 and ("coupons"."max_uses" is null or "coupons"."uses" <= "coupons"."max_uses"))
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"provider" text NOT NULL,
	"event_id" text NOT NULL,
	"kind" text NOT NULL,
	"type" text NOT NULL,
	"transaction_id" uuid,
	"payment_reference" text,
	"amount" bigint,
	"currency" text,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payment_events_provider_event_id_pk" PRIMARY KEY("provider","event_id"),
	CONSTRAINT "payment_events_kind_known" CHECK ("payment_events"."kind" in ('paid', 'declined', 'expired', 'refund_succeeded', 'refund_failed', 'other')),
	CONSTRAINT "payment_events_money_is_counted" CHECK ("payment_events"."kind" <> 'paid' or ("payment_events"."amount" is not null and "payment_events"."currency" is not null))
);
--> statement-breakpoint
CREATE TABLE "receipt_counters" (
	"year" integer PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "receipts" (
	"transaction_id" uuid PRIMARY KEY NOT NULL,
	"year" integer NOT NULL,
	"number" integer NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "receipts_number_key" UNIQUE("year","number"),
	CONSTRAINT "receipts_number_positive" CHECK ("receipts"."number" > 0)
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"transaction_id" uuid NOT NULL,
	"line_position" integer,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"reason" text NOT NULL,
	"status" text NOT NULL,
	"provider" text NOT NULL,
	"payment_reference" text,
	"provider_reference" text,
	"failure" text,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"settled_at" timestamp (3) with time zone,
	CONSTRAINT "refunds_status_known" CHECK ("refunds"."status" in ('requested', 'sent', 'succeeded', 'failed')),
	CONSTRAINT "refunds_amount_positive" CHECK ("refunds"."amount" > 0),
	CONSTRAINT "refunds_settled_when" CHECK (("refunds"."status" in ('succeeded', 'failed')) = ("refunds"."settled_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "cart_items" ADD COLUMN "price_amount" integer;--> statement-breakpoint
ALTER TABLE "cart_items" ADD COLUMN "price_currency" text;--> statement-breakpoint
-- What is in carts already counts as put in at today's price.
UPDATE "cart_items" SET "price_amount" = "courses"."price_amount", "price_currency" = "courses"."price_currency" FROM "courses" WHERE "courses"."id" = "cart_items"."course_id";--> statement-breakpoint
ALTER TABLE "cart_items" ALTER COLUMN "price_amount" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "cart_items" ALTER COLUMN "price_currency" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "transaction_lines" ADD COLUMN "discount_amount" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "transaction_lines" ADD COLUMN "refunded_amount" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "payment_reference" text;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "coupon_id" uuid;--> statement-breakpoint
ALTER TABLE "coupon_redemptions" ADD CONSTRAINT "coupon_redemptions_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_redemptions" ADD CONSTRAINT "coupon_redemptions_coupon_id_coupons_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_redemptions" ADD CONSTRAINT "coupon_redemptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_courses" ADD CONSTRAINT "coupon_courses_coupon_id_coupons_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_courses" ADD CONSTRAINT "coupon_courses_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_of_line" FOREIGN KEY ("transaction_id","line_position") REFERENCES "public"."transaction_lines"("transaction_id","position") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "coupon_redemptions_coupon" ON "coupon_redemptions" USING btree ("coupon_id","user_id");--> statement-breakpoint
CREATE INDEX "coupon_redemptions_user" ON "coupon_redemptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "coupon_courses_course" ON "coupon_courses" USING btree ("course_id");--> statement-breakpoint
CREATE UNIQUE INDEX "coupons_code_key" ON "coupons" USING btree ("code");--> statement-breakpoint
CREATE INDEX "payment_events_transaction" ON "payment_events" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "refunds_line" ON "refunds" USING btree ("transaction_id","line_position");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_provider_reference_key" ON "refunds" USING btree ("provider","provider_reference");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_surplus_once" ON "refunds" USING btree ("provider","payment_reference") WHERE "refunds"."line_position" is null;--> statement-breakpoint
CREATE INDEX "refunds_open_oldest" ON "refunds" USING btree ("requested_at") WHERE "refunds"."status" in ('requested', 'sent');--> statement-breakpoint
CREATE INDEX "refunds_settled" ON "refunds" USING btree ("settled_at");--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_coupon_id_coupons_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "transactions_pending_oldest" ON "transactions" USING btree ("created_at") WHERE "transactions"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "transactions_paid_oldest" ON "transactions" USING btree ("paid_at") WHERE "transactions"."status" = 'paid';--> statement-breakpoint
CREATE INDEX "transactions_paid_at" ON "transactions" USING btree ("paid_at");--> statement-breakpoint
CREATE INDEX "transactions_coupon" ON "transactions" USING btree ("coupon_id") WHERE "transactions"."coupon_id" is not null;--> statement-breakpoint
ALTER TABLE "transaction_lines" ADD CONSTRAINT "transaction_lines_discount_within_price" CHECK ("transaction_lines"."discount_amount" between 0 and "transaction_lines"."price_amount");--> statement-breakpoint
ALTER TABLE "transaction_lines" ADD CONSTRAINT "transaction_lines_refunded_within_paid" CHECK ("transaction_lines"."refunded_amount" between 0 and "transaction_lines"."price_amount" - "transaction_lines"."discount_amount");--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_given_when_paid" CHECK ("transactions"."paid_at" is not null or "transactions"."status" in ('pending', 'failed', 'expired', 'canceled') or ("transactions"."status" = 'fulfilled' and "transactions"."total_amount" = 0));--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_unpaid_when_open" CHECK ("transactions"."paid_at" is null or "transactions"."status" not in ('pending', 'failed', 'expired', 'canceled'));