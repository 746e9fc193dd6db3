CREATE INDEX "payment_events_notices_oldest" ON "payment_events" USING btree ("received_at") WHERE "payment_events"."kind" in ('declined', 'expired', 'other');--> statement-breakpoint
CREATE INDEX "transactions_closed_oldest" ON "transactions" USING btree ("created_at") WHERE "transactions"."status" in ('failed', 'expired', 'canceled');--> statement-breakpoint
-- A purchase that came to nothing, without any money, is forgotten after a month; all others stay. Its lines go before it, its events with it. What refunds, receipts and events of payments refer to cannot go: the foreign keys hold it.
CREATE FUNCTION "came_to_nothing"("purchase" "transactions") RETURNS boolean LANGUAGE sql STABLE AS $$
	SELECT "purchase"."status" IN ('failed', 'expired', 'canceled') AND "purchase"."paid_at" IS NULL AND "purchase"."payment_reference" IS NULL
		AND "purchase"."created_at" < now() - interval '30 days'
$$;--> statement-breakpoint
CREATE FUNCTION "keep_transaction"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF "came_to_nothing"(OLD) THEN
		RETURN OLD;
	END IF;
	RAISE EXCEPTION 'DELETE on transactions: the books stay' USING ERRCODE = 'restrict_violation';
END
$$;--> statement-breakpoint
CREATE FUNCTION "keep_transaction_line"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- Of a purchase that the same statement has already deleted there is nothing to see any more.
	IF NOT EXISTS (SELECT FROM "transactions" AS "purchase" WHERE "purchase"."id" = OLD."transaction_id" AND NOT "came_to_nothing"("purchase")) THEN
		RETURN OLD;
	END IF;
	RAISE EXCEPTION 'DELETE on transaction_lines: the books stay' USING ERRCODE = 'restrict_violation';
END
$$;--> statement-breakpoint
DROP TRIGGER "transactions_moves" ON "transactions";--> statement-breakpoint
CREATE TRIGGER "transactions_moves" BEFORE INSERT OR UPDATE ON "transactions" FOR EACH ROW EXECUTE FUNCTION "keep_transaction_to_its_moves"();--> statement-breakpoint
CREATE TRIGGER "transactions_stay" BEFORE DELETE ON "transactions" FOR EACH ROW EXECUTE FUNCTION "keep_transaction"();--> statement-breakpoint
DROP TRIGGER "transaction_lines_moves" ON "transaction_lines";--> statement-breakpoint
CREATE TRIGGER "transaction_lines_moves" BEFORE INSERT OR UPDATE ON "transaction_lines" FOR EACH ROW EXECUTE FUNCTION "keep_line_to_its_moves"();--> statement-breakpoint
CREATE TRIGGER "transaction_lines_stay" BEFORE DELETE ON "transaction_lines" FOR EACH ROW EXECUTE FUNCTION "keep_transaction_line"();--> statement-breakpoint
-- Events about no money: needed only to recognize a repetition of the event.
CREATE FUNCTION "keep_payment_event"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' AND OLD."kind" IN ('declined', 'expired', 'other') AND OLD."received_at" < now() - interval '30 days' THEN
		RETURN OLD;
	END IF;
	RAISE EXCEPTION '% on payment_events: the books stay', TG_OP USING ERRCODE = 'restrict_violation';
END
$$;--> statement-breakpoint
DROP TRIGGER "payment_events_append_only" ON "payment_events";--> statement-breakpoint
CREATE TRIGGER "payment_events_append_only" BEFORE UPDATE OR DELETE ON "payment_events" FOR EACH ROW EXECUTE FUNCTION "keep_payment_event"();
