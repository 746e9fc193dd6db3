ALTER TABLE "reversals" DROP CONSTRAINT "reversals_assigned_within_amount";--> statement-breakpoint
DROP INDEX "refunds_surplus_once";--> statement-breakpoint
ALTER TABLE "one_time_codes" ADD COLUMN "request_id" uuid;--> statement-breakpoint
ALTER TABLE "reversals" ADD COLUMN "sale_amount" integer;--> statement-breakpoint
CREATE INDEX "payment_events_found" ON "payment_events" USING btree ("received_at") WHERE "payment_events"."type" = 'found by asking';--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_surplus_one_at_a_time" ON "refunds" USING btree ("payment_reference") WHERE "refunds"."line_position" is null and "refunds"."status" in ('requested', 'sent');--> statement-breakpoint
ALTER TABLE "reversals" ADD CONSTRAINT "reversals_assigned_within_amount" CHECK ("reversals"."assigned_amount" between 0 and coalesce("reversals"."sale_amount", "reversals"."amount")) NOT VALID;--> statement-breakpoint
-- An operator says what a reversal in a different currency amounts to in that of the sale.
CREATE OR REPLACE FUNCTION "keep_reversal_to_its_moves"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	changeable CONSTANT text[] := ARRAY['status', 'status_at', 'settled_at', 'assigned_amount', 'sale_amount', 'failure', 'reason'];
BEGIN
	IF TG_OP = 'DELETE' THEN
		RAISE EXCEPTION 'DELETE on reversals: the books stay' USING ERRCODE = 'restrict_violation';
	END IF;
	IF NEW."status" <> OLD."status" AND (OLD."status", NEW."status") NOT IN (('open', 'gone'), ('open', 'kept'), ('gone', 'kept'), ('kept', 'gone')) THEN
		RAISE EXCEPTION 'UPDATE on reversals: % does not become %', OLD."status", NEW."status" USING ERRCODE = 'restrict_violation';
	END IF;
	IF to_jsonb(NEW) - changeable IS DISTINCT FROM to_jsonb(OLD) - changeable THEN
		RAISE EXCEPTION 'UPDATE on reversals: what was reported stays' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "count_refund_on_reversal"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		UPDATE "reversals" SET "assigned_amount" = "assigned_amount" + NEW."amount"
			WHERE "provider" = NEW."provider" AND "reference" = NEW."reversal_reference"
				AND ("currency" = NEW."currency") = ("sale_amount" IS NULL)
				AND "payment_reference" = NEW."payment_reference" AND "status" = 'gone';
		IF NOT FOUND THEN
			RAISE EXCEPTION 'INSERT on refunds: this money is not gone' USING ERRCODE = 'restrict_violation';
		END IF;
	ELSIF NEW."status" = 'failed' AND OLD."status" <> 'failed' THEN
		UPDATE "reversals" SET "assigned_amount" = "assigned_amount" - NEW."amount"
			WHERE "provider" = NEW."provider" AND "reference" = NEW."reversal_reference";
	END IF;
	RETURN NULL;
END
$$;