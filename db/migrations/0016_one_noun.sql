-- The same nouns as in server/features.
ALTER TABLE "oauth_accounts" RENAME TO "identities";--> statement-breakpoint
ALTER TABLE "identities" RENAME CONSTRAINT "oauth_accounts_issuer_subject_pk" TO "identities_issuer_subject_pk";--> statement-breakpoint
ALTER TABLE "identities" RENAME CONSTRAINT "oauth_accounts_user_id_users_id_fk" TO "identities_user_id_users_id_fk";--> statement-breakpoint
ALTER INDEX "oauth_accounts_id_key" RENAME TO "identities_id_key";--> statement-breakpoint
ALTER INDEX "oauth_accounts_user" RENAME TO "identities_user";--> statement-breakpoint
ALTER TABLE "certificate_designs" RENAME TO "brandings";--> statement-breakpoint
ALTER INDEX "certificate_designs_pkey" RENAME TO "brandings_pkey";--> statement-breakpoint
ALTER TABLE "courses" RENAME COLUMN "certificate_design" TO "branding";--> statement-breakpoint
ALTER TABLE "courses" RENAME CONSTRAINT "courses_certificate_design_certificate_designs_sha256_fk" TO "courses_branding_brandings_sha256_fk";--> statement-breakpoint
ALTER TABLE "certificates" RENAME COLUMN "design" TO "branding";--> statement-breakpoint
ALTER TABLE "certificates" RENAME CONSTRAINT "certificates_design_certificate_designs_sha256_fk" TO "certificates_branding_brandings_sha256_fk";--> statement-breakpoint
ALTER TABLE "sessions" RENAME COLUMN "address" TO "ip";--> statement-breakpoint
ALTER TABLE "audit_events" RENAME COLUMN "address" TO "ip";--> statement-breakpoint
ALTER TABLE "known_devices" RENAME COLUMN "address_mac" TO "ip_mac";--> statement-breakpoint
ALTER TABLE "known_devices" RENAME CONSTRAINT "known_devices_user_id_address_mac_device_mac_pk" TO "known_devices_user_id_ip_mac_device_mac_pk";--> statement-breakpoint
ALTER TABLE "known_devices" RENAME CONSTRAINT "known_devices_address_is_mac" TO "known_devices_ip_is_mac";--> statement-breakpoint
ALTER TABLE "reversals" RENAME COLUMN "told_at" TO "reported_at";--> statement-breakpoint
-- Names guessed from an email, until somebody sets one.
ALTER TABLE "users" ADD COLUMN "name_is_guess" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "name_is_guess" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- What a certificate says was printed and handed out: only its state may change, never back to issued; its credential is signed once; only its owner may be forgotten; none is ever deleted.
CREATE OR REPLACE FUNCTION "keep_certificate_as_issued"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	changeable CONSTANT text[] := ARRAY['user_id', 'status', 'claimed_at', 'revoked_at', 'revocation_reason', 'superseded_at', 'credential'];
BEGIN
	IF TG_OP = 'DELETE' THEN
		RAISE EXCEPTION 'DELETE on certificates: an issued certificate stays' USING ERRCODE = 'restrict_violation';
	END IF;
	IF to_jsonb(NEW) - changeable IS DISTINCT FROM to_jsonb(OLD) - changeable
		OR (NEW."user_id" IS NOT NULL AND NEW."user_id" IS DISTINCT FROM OLD."user_id")
		OR (OLD."status" <> 'issued' AND NEW."status" <> OLD."status")
		OR (OLD."credential" IS NOT NULL AND NEW."credential" IS DISTINCT FROM OLD."credential") THEN
		RAISE EXCEPTION 'UPDATE on certificates: an issued certificate is a frozen snapshot' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "keep_certificate_design"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION '% on brandings: certificates look as they did when they were issued', TG_OP USING ERRCODE = 'restrict_violation';
END
$$;--> statement-breakpoint
-- What may become of money that a provider takes back: the same transitions as in db/transitions.ts. What was reported stays.
CREATE OR REPLACE FUNCTION "keep_reversal_to_its_moves"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	changeable CONSTANT text[] := ARRAY['status', 'status_at', 'settled_at', 'assigned_amount', 'failure', 'reason'];
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
-- Answers that lack the new field cannot be given again; claiming a certificate again is harmless.
DELETE FROM "idempotency_keys" WHERE "operation" = 'certificates.issue';--> statement-breakpoint
-- Invariants have new names; the next check of the data fills this again.
DELETE FROM "data_checks";
