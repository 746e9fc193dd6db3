-- What may become of a purchase, of its lines and of its refunds: the same moves as in db/schema/moves.ts. What was agreed never changes, only the person may be forgotten.
CREATE FUNCTION "keep_transaction_to_its_moves"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' THEN
		RAISE EXCEPTION 'DELETE on transactions: the books stay' USING ERRCODE = 'restrict_violation';
	END IF;
	IF TG_OP = 'INSERT' THEN
		IF NEW."status" <> 'pending' THEN
			RAISE EXCEPTION 'INSERT on transactions: a purchase begins as pending' USING ERRCODE = 'restrict_violation';
		END IF;
		RETURN NEW;
	END IF;
	IF NEW."status" <> OLD."status" AND (OLD."status", NEW."status") NOT IN (
		('pending', 'paid'), ('pending', 'fulfilled'), ('pending', 'failed'), ('pending', 'expired'), ('pending', 'canceled'),
		('paid', 'fulfilled'), ('paid', 'partially_refunded'), ('paid', 'refunded'),
		('fulfilled', 'partially_refunded'), ('fulfilled', 'refunded'), ('partially_refunded', 'refunded'),
		('failed', 'paid'), ('expired', 'paid'), ('canceled', 'paid')) THEN
		RAISE EXCEPTION 'UPDATE on transactions: % does not become %', OLD."status", NEW."status" USING ERRCODE = 'restrict_violation';
	END IF;
	IF (NEW."id", NEW."total_amount", NEW."currency", NEW."coupon_id") IS DISTINCT FROM (OLD."id", OLD."total_amount", OLD."currency", OLD."coupon_id")
		OR (NEW."user_id" IS NOT NULL AND NEW."user_id" IS DISTINCT FROM OLD."user_id")
		OR (OLD."paid_at" IS NOT NULL AND NEW."paid_at" IS DISTINCT FROM OLD."paid_at")
		OR (OLD."payment_reference" IS NOT NULL AND NEW."payment_reference" IS DISTINCT FROM OLD."payment_reference")
		OR (OLD."fulfilled_at" IS NOT NULL AND NEW."fulfilled_at" IS DISTINCT FROM OLD."fulfilled_at") THEN
		RAISE EXCEPTION 'UPDATE on transactions: what was agreed and what was paid stay' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER "transactions_moves" BEFORE INSERT OR UPDATE OR DELETE ON "transactions" FOR EACH ROW EXECUTE FUNCTION "keep_transaction_to_its_moves"();--> statement-breakpoint
CREATE FUNCTION "keep_line_to_its_moves"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' THEN
		RAISE EXCEPTION 'DELETE on transaction_lines: the books stay' USING ERRCODE = 'restrict_violation';
	END IF;
	IF TG_OP = 'INSERT' THEN
		IF NEW."status" <> 'open' OR NEW."refunded_amount" <> 0 THEN
			RAISE EXCEPTION 'INSERT on transaction_lines: a line begins as open' USING ERRCODE = 'restrict_violation';
		END IF;
		RETURN NEW;
	END IF;
	IF NEW."status" <> OLD."status" AND (OLD."status", NEW."status") NOT IN (
		('open', 'fulfilled'), ('open', 'released'), ('released', 'fulfilled'), ('released', 'refunded'), ('fulfilled', 'refunded')) THEN
		RAISE EXCEPTION 'UPDATE on transaction_lines: % does not become %', OLD."status", NEW."status" USING ERRCODE = 'restrict_violation';
	END IF;
	IF (NEW."transaction_id", NEW."position", NEW."course_id", NEW."version_id", NEW."title", NEW."price_amount", NEW."discount_amount", NEW."currency")
		IS DISTINCT FROM (OLD."transaction_id", OLD."position", OLD."course_id", OLD."version_id", OLD."title", OLD."price_amount", OLD."discount_amount", OLD."currency")
		OR (NEW."user_id" IS NOT NULL AND NEW."user_id" IS DISTINCT FROM OLD."user_id") THEN
		RAISE EXCEPTION 'UPDATE on transaction_lines: what was agreed stays' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER "transaction_lines_moves" BEFORE INSERT OR UPDATE OR DELETE ON "transaction_lines" FOR EACH ROW EXECUTE FUNCTION "keep_line_to_its_moves"();--> statement-breakpoint
-- The lines of a purchase sum to its total, in the transaction that writes them and for ever.
CREATE FUNCTION "require_lines_to_sum_to_total"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	"purchase" uuid := CASE TG_TABLE_NAME WHEN 'transactions' THEN (to_jsonb(NEW)->>'id')::uuid ELSE (to_jsonb(NEW)->>'transaction_id')::uuid END;
BEGIN
	IF (SELECT "total_amount" FROM "transactions" WHERE "id" = "purchase")
		IS DISTINCT FROM (SELECT sum("price_amount" - "discount_amount") FROM "transaction_lines" WHERE "transaction_id" = "purchase") THEN
		RAISE EXCEPTION 'transaction %: its lines do not sum to its total', "purchase" USING ERRCODE = 'check_violation';
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "transactions_sum" AFTER INSERT ON "transactions" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "require_lines_to_sum_to_total"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "transaction_lines_sum" AFTER INSERT ON "transaction_lines" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "require_lines_to_sum_to_total"();--> statement-breakpoint
CREATE FUNCTION "keep_refund_to_its_moves"() RETURNS trigger LANGUAGE plpgsql AS $$
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
	IF (NEW."id", NEW."transaction_id", NEW."line_position", NEW."amount", NEW."currency", NEW."provider", NEW."payment_reference")
		IS DISTINCT FROM (OLD."id", OLD."transaction_id", OLD."line_position", OLD."amount", OLD."currency", OLD."provider", OLD."payment_reference") THEN
		RAISE EXCEPTION 'UPDATE on refunds: what was requested stays' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER "refunds_moves" BEFORE INSERT OR UPDATE OR DELETE ON "refunds" FOR EACH ROW EXECUTE FUNCTION "keep_refund_to_its_moves"();--> statement-breakpoint
-- The line counts what has been given back or is about to be; its check refuses more than was paid, however many ask at once.
CREATE FUNCTION "count_refund_on_line"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW."line_position" IS NULL THEN
		RETURN NULL;
	END IF;
	IF TG_OP = 'INSERT' THEN
		UPDATE "transaction_lines" SET "refunded_amount" = "refunded_amount" + NEW."amount"
			FROM "transactions"
			WHERE "transaction_id" = NEW."transaction_id" AND "position" = NEW."line_position" AND "transaction_lines"."currency" = NEW."currency"
				AND "transactions"."id" = NEW."transaction_id" AND "transactions"."paid_at" IS NOT NULL;
		IF NOT FOUND THEN
			RAISE EXCEPTION 'INSERT on refunds: nothing was paid for this line in this currency' USING ERRCODE = 'restrict_violation';
		END IF;
	ELSIF NEW."status" = 'failed' AND OLD."status" <> 'failed' THEN
		UPDATE "transaction_lines" SET "refunded_amount" = "refunded_amount" - NEW."amount"
			WHERE "transaction_id" = NEW."transaction_id" AND "position" = NEW."line_position";
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "refunds_counted" AFTER INSERT OR UPDATE ON "refunds" FOR EACH ROW EXECUTE FUNCTION "count_refund_on_line"();--> statement-breakpoint
-- What a provider told and what a receipt says stay as they are.
CREATE FUNCTION "keep_in_the_books"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION '% on %: the books stay', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;--> statement-breakpoint
CREATE TRIGGER "payment_events_append_only" BEFORE UPDATE OR DELETE ON "payment_events" FOR EACH ROW EXECUTE FUNCTION "keep_in_the_books"();--> statement-breakpoint
CREATE TRIGGER "receipts_frozen" BEFORE UPDATE OR DELETE ON "receipts" FOR EACH ROW EXECUTE FUNCTION "keep_in_the_books"();--> statement-breakpoint
-- Purchases that were paid before there were receipts get theirs, in the order in which they were paid.
INSERT INTO "receipts" ("transaction_id", "year", "number", "issued_at")
	SELECT "id", "year", row_number() OVER (PARTITION BY "year" ORDER BY "paid_at", "id"), "paid_at"
	FROM (SELECT "id", "paid_at", extract(year FROM "paid_at" AT TIME ZONE 'UTC')::int AS "year" FROM "transactions" WHERE "paid_at" IS NOT NULL) AS "paid";--> statement-breakpoint
INSERT INTO "receipt_counters" ("year", "last") SELECT "year", max("number") FROM "receipts" GROUP BY "year";--> statement-breakpoint
-- The books also know who paid them.
INSERT INTO "payment_events" ("provider", "event_id", "kind", "type", "transaction_id", "payment_reference", "amount", "currency", "received_at")
	SELECT "provider", 'before:' || "id", 'paid', 'settled', "id", "provider_reference", "total_amount", "currency", "paid_at" FROM "transactions" WHERE "paid_at" IS NOT NULL;
