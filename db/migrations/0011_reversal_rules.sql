-- What may become of money that a provider takes back: the same moves as in db/schema/moves.ts. What was told stays.
CREATE FUNCTION "keep_reversal_to_its_moves"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' THEN
		RAISE EXCEPTION 'DELETE on reversals: the books stay' USING ERRCODE = 'restrict_violation';
	END IF;
	IF NEW."status" <> OLD."status" AND (OLD."status", NEW."status") NOT IN (('open', 'gone'), ('open', 'kept'), ('gone', 'kept'), ('kept', 'gone')) THEN
		RAISE EXCEPTION 'UPDATE on reversals: % does not become %', OLD."status", NEW."status" USING ERRCODE = 'restrict_violation';
	END IF;
	IF (NEW."provider", NEW."reference", NEW."kind", NEW."payment_reference", NEW."amount", NEW."currency", NEW."told_at")
		IS DISTINCT FROM (OLD."provider", OLD."reference", OLD."kind", OLD."payment_reference", OLD."amount", OLD."currency", OLD."told_at") THEN
		RAISE EXCEPTION 'UPDATE on reversals: what was told stays' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER "reversals_moves" BEFORE UPDATE OR DELETE ON "reversals" FOR EACH ROW EXECUTE FUNCTION "keep_reversal_to_its_moves"();--> statement-breakpoint
CREATE OR REPLACE FUNCTION "keep_refund_to_its_moves"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' THEN
		RAISE EXCEPTION 'DELETE on refunds: the books stay' USING ERRCODE = 'restrict_violation';
	END IF;
	IF TG_OP = 'INSERT' THEN
		IF NEW."status" <> 'requested' THEN
			RAISE EXCEPTION 'INSERT on refunds: a refund begins as requested' USING ERRCODE = 'restrict_violation';
		END IF;
		RETURN NEW;
	END IF;
	IF NEW."status" <> OLD."status" AND (OLD."status", NEW."status") NOT IN (
		('requested', 'sent'), ('requested', 'succeeded'), ('requested', 'failed'), ('sent', 'succeeded'), ('sent', 'failed'), ('succeeded', 'failed')) THEN
		RAISE EXCEPTION 'UPDATE on refunds: % does not become %', OLD."status", NEW."status" USING ERRCODE = 'restrict_violation';
	END IF;
	IF (NEW."id", NEW."transaction_id", NEW."line_position", NEW."amount", NEW."currency", NEW."provider", NEW."payment_reference", NEW."reversal_reference")
		IS DISTINCT FROM (OLD."id", OLD."transaction_id", OLD."line_position", OLD."amount", OLD."currency", OLD."provider", OLD."payment_reference", OLD."reversal_reference") THEN
		RAISE EXCEPTION 'UPDATE on refunds: what was requested stays' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
-- A reversal counts what of it is booked on lines; its check refuses more than there is, however many book at once.
CREATE FUNCTION "count_refund_on_reversal"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		UPDATE "reversals" SET "assigned_amount" = "assigned_amount" + NEW."amount"
			WHERE "provider" = NEW."provider" AND "reference" = NEW."reversal_reference" AND "currency" = NEW."currency"
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
$$;--> statement-breakpoint
CREATE TRIGGER "refunds_counted_on_reversal" AFTER INSERT OR UPDATE ON "refunds" FOR EACH ROW
	WHEN (NEW."reversal_reference" IS NOT NULL) EXECUTE FUNCTION "count_refund_on_reversal"();--> statement-breakpoint
-- Before there was payment_reference only the sandbox took payments, which calls a payment and its money by one name: their refunds can be made now.
UPDATE "transactions" SET "payment_reference" = "provider_reference"
	WHERE "paid_at" IS NOT NULL AND "payment_reference" IS NULL AND "provider" = 'sandbox';
