CREATE TABLE "cart_coupons" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"coupon_id" uuid NOT NULL,
	"added_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_details" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"company" text NOT NULL,
	"lines" text[] NOT NULL,
	"tax_number" text,
	"changed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "buyer_company" text;--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "buyer_lines" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "buyer_tax_number" text;--> statement-breakpoint
ALTER TABLE "cart_coupons" ADD CONSTRAINT "cart_coupons_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_coupons" ADD CONSTRAINT "cart_coupons_coupon_id_coupons_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_details" ADD CONSTRAINT "billing_details_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cart_coupons_coupon" ON "cart_coupons" USING btree ("coupon_id");--> statement-breakpoint
-- A receipt stays as it is; only the person may be forgotten, and the company with the person.
CREATE OR REPLACE FUNCTION "keep_receipt"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	person text[] := '{buyer_name,buyer_email,buyer_company,buyer_lines,buyer_tax_number}';
BEGIN
	IF TG_OP = 'DELETE' THEN
		RAISE EXCEPTION 'DELETE on receipts: the books stay' USING ERRCODE = 'restrict_violation';
	END IF;
	IF to_jsonb(NEW) - person IS DISTINCT FROM to_jsonb(OLD) - person
		OR num_nonnulls(NEW."buyer_name", NEW."buyer_email", NEW."buyer_company", NEW."buyer_tax_number") > 0
		OR NEW."buyer_lines" <> '{}' THEN
		RAISE EXCEPTION 'UPDATE on receipts: the books stay' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "forget_buyer"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE "receipts" SET "buyer_name" = NULL, "buyer_email" = NULL, "buyer_company" = NULL,
		"buyer_lines" = '{}', "buyer_tax_number" = NULL
		WHERE "transaction_id" = NEW."id" AND "buyer_name" IS NOT NULL;
	RETURN NULL;
END
$$;
