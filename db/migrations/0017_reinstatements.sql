CREATE TABLE "certificate_reinstatements" (
	"certificate_id" uuid NOT NULL,
	"revoked_at" timestamp (3) with time zone NOT NULL,
	"revocation_reason" text NOT NULL,
	"reinstated_at" timestamp (3) with time zone NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "certificate_reinstatements_pk" PRIMARY KEY("certificate_id","revoked_at")
);
--> statement-breakpoint
ALTER TABLE "certificate_reinstatements" ADD CONSTRAINT "certificate_reinstatements_certificate_id_certificates_id_fk" FOREIGN KEY ("certificate_id") REFERENCES "public"."certificates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- What a certificate says was printed and handed out: only its state may change. When and why it was revoked stays, and so does when it was replaced or first claimed. A revoked one becomes issued again only with the record of its reinstatement.
CREATE OR REPLACE FUNCTION "keep_certificate_as_issued"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	changeable CONSTANT text[] := ARRAY['user_id', 'status', 'claimed_at', 'revoked_at', 'revocation_reason', 'superseded_at', 'credential'];
	reinstated CONSTANT boolean := TG_OP = 'UPDATE' AND OLD."status" = 'revoked' AND NEW."status" = 'issued' AND EXISTS (
		SELECT FROM "certificate_reinstatements" "r"
		WHERE "r"."certificate_id" = OLD."id" AND "r"."revoked_at" = OLD."revoked_at" AND "r"."revocation_reason" = OLD."revocation_reason"
	);
BEGIN
	IF TG_OP = 'DELETE' THEN
		RAISE EXCEPTION 'DELETE on certificates: an issued certificate stays' USING ERRCODE = 'restrict_violation';
	END IF;
	IF to_jsonb(NEW) - changeable IS DISTINCT FROM to_jsonb(OLD) - changeable
		OR (NEW."user_id" IS NOT NULL AND NEW."user_id" IS DISTINCT FROM OLD."user_id")
		OR (OLD."status" <> 'issued' AND NEW."status" <> OLD."status" AND NOT reinstated)
		OR (OLD."status" = 'revoked' AND NOT reinstated AND (NEW."revoked_at", NEW."revocation_reason") IS DISTINCT FROM (OLD."revoked_at", OLD."revocation_reason"))
		OR (OLD."superseded_at" IS NOT NULL AND NEW."superseded_at" IS DISTINCT FROM OLD."superseded_at")
		OR (OLD."claimed_at" IS NOT NULL AND NEW."claimed_at" IS DISTINCT FROM OLD."claimed_at")
		OR (OLD."credential" IS NOT NULL AND NEW."credential" IS DISTINCT FROM OLD."credential") THEN
		RAISE EXCEPTION 'UPDATE on certificates: an issued certificate is a frozen snapshot' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE FUNCTION "keep_rows"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION '% on %: its rows stay', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;--> statement-breakpoint
CREATE TRIGGER "certificate_reinstatements_append_only" BEFORE UPDATE OR DELETE ON "certificate_reinstatements" FOR EACH ROW EXECUTE FUNCTION "keep_rows"();--> statement-breakpoint
-- TRUNCATE fires no trigger for rows: every table whose rows are kept by one needs its own.
CREATE TRIGGER "certificate_reinstatements_not_emptied" BEFORE TRUNCATE ON "certificate_reinstatements" FOR EACH STATEMENT EXECUTE FUNCTION "keep_rows"();--> statement-breakpoint
CREATE TRIGGER "certificates_not_emptied" BEFORE TRUNCATE ON "certificates" FOR EACH STATEMENT EXECUTE FUNCTION "keep_rows"();--> statement-breakpoint
CREATE TRIGGER "certificate_files_not_emptied" BEFORE TRUNCATE ON "certificate_files" FOR EACH STATEMENT EXECUTE FUNCTION "keep_rows"();--> statement-breakpoint
CREATE TRIGGER "brandings_not_emptied" BEFORE TRUNCATE ON "brandings" FOR EACH STATEMENT EXECUTE FUNCTION "keep_rows"();--> statement-breakpoint
CREATE TRIGGER "course_versions_not_emptied" BEFORE TRUNCATE ON "course_versions" FOR EACH STATEMENT EXECUTE FUNCTION "keep_rows"();--> statement-breakpoint
CREATE TRIGGER "sections_not_emptied" BEFORE TRUNCATE ON "sections" FOR EACH STATEMENT EXECUTE FUNCTION "keep_rows"();--> statement-breakpoint
CREATE TRIGGER "lessons_not_emptied" BEFORE TRUNCATE ON "lessons" FOR EACH STATEMENT EXECUTE FUNCTION "keep_rows"();--> statement-breakpoint
CREATE TRIGGER "transactions_not_emptied" BEFORE TRUNCATE ON "transactions" FOR EACH STATEMENT EXECUTE FUNCTION "keep_rows"();--> statement-breakpoint
CREATE TRIGGER "transaction_lines_not_emptied" BEFORE TRUNCATE ON "transaction_lines" FOR EACH STATEMENT EXECUTE FUNCTION "keep_rows"();--> statement-breakpoint
CREATE TRIGGER "refunds_not_emptied" BEFORE TRUNCATE ON "refunds" FOR EACH STATEMENT EXECUTE FUNCTION "keep_rows"();--> statement-breakpoint
CREATE TRIGGER "reversals_not_emptied" BEFORE TRUNCATE ON "reversals" FOR EACH STATEMENT EXECUTE FUNCTION "keep_rows"();--> statement-breakpoint
CREATE TRIGGER "payment_events_not_emptied" BEFORE TRUNCATE ON "payment_events" FOR EACH STATEMENT EXECUTE FUNCTION "keep_rows"();--> statement-breakpoint
CREATE TRIGGER "receipts_not_emptied" BEFORE TRUNCATE ON "receipts" FOR EACH STATEMENT EXECUTE FUNCTION "keep_rows"();
