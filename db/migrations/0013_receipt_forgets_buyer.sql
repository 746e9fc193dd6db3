DROP TRIGGER "receipts_frozen" ON "receipts";--> statement-breakpoint
-- What is known of receipts from before: who has the account now.
UPDATE "receipts" SET "buyer_name" = "users"."name", "buyer_email" = "users"."email", "language" = "users"."locale"
	FROM "transactions" JOIN "users" ON "users"."id" = "transactions"."user_id"
	WHERE "transactions"."id" = "receipts"."transaction_id";--> statement-breakpoint
-- A receipt stays as it is; only the person may be forgotten.
CREATE FUNCTION "keep_receipt"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' THEN
		RAISE EXCEPTION 'DELETE on receipts: the books stay' USING ERRCODE = 'restrict_violation';
	END IF;
	IF to_jsonb(NEW) - '{buyer_name,buyer_email}'::text[] IS DISTINCT FROM to_jsonb(OLD) - '{buyer_name,buyer_email}'::text[]
		OR NEW."buyer_name" IS NOT NULL OR NEW."buyer_email" IS NOT NULL THEN
		RAISE EXCEPTION 'UPDATE on receipts: the books stay' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER "receipts_frozen" BEFORE UPDATE OR DELETE ON "receipts" FOR EACH ROW EXECUTE FUNCTION "keep_receipt"();--> statement-breakpoint
-- When an account is erased its purchases stay without the person, and so do their receipts.
CREATE FUNCTION "forget_buyer"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE "receipts" SET "buyer_name" = NULL, "buyer_email" = NULL WHERE "transaction_id" = NEW."id" AND "buyer_name" IS NOT NULL;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "transactions_forget_buyer" AFTER UPDATE OF "user_id" ON "transactions" FOR EACH ROW
	WHEN (OLD."user_id" IS NOT NULL AND NEW."user_id" IS NULL) EXECUTE FUNCTION "forget_buyer"();
