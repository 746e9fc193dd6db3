-- What was told of its expiry may change, and only falls: nothing is told twice.
CREATE OR REPLACE FUNCTION "keep_certificate_as_issued"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	changeable CONSTANT text[] := ARRAY['user_id', 'status', 'claimed_at', 'revoked_at', 'revocation_reason', 'superseded_at', 'credential', 'expiry_told'];
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
		OR (NEW."status" <> 'revoked' AND NOT reinstated AND (NEW."revoked_at", NEW."revocation_reason") IS DISTINCT FROM (OLD."revoked_at", OLD."revocation_reason"))
		OR (NEW."status" <> 'superseded' AND NEW."superseded_at" IS DISTINCT FROM OLD."superseded_at")
		OR (OLD."superseded_at" IS NOT NULL AND NEW."superseded_at" IS DISTINCT FROM OLD."superseded_at")
		OR (OLD."claimed_at" IS NOT NULL AND NEW."claimed_at" IS DISTINCT FROM OLD."claimed_at")
		OR (OLD."credential" IS NOT NULL AND NEW."credential" IS DISTINCT FROM OLD."credential")
		OR coalesce(NEW."expiry_told", 1000) > coalesce(OLD."expiry_told", 1000) THEN
		RAISE EXCEPTION 'UPDATE on certificates: an issued certificate is a frozen snapshot' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
-- Once: whoever tells the learner sets it to 0. Nothing is left to be told of an account that was erased.
CREATE FUNCTION "write_certificate_expired"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM write_event('certificate.expired', jsonb_build_object('certificateId', NEW."id", 'userId', NEW."user_id", 'courseId', NEW."course_id"));
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "certificates_expired_event" AFTER UPDATE OF "expiry_told" ON "certificates" FOR EACH ROW WHEN (OLD."expiry_told" IS DISTINCT FROM 0 AND NEW."expiry_told" = 0 AND NEW."user_id" IS NOT NULL) EXECUTE FUNCTION "write_certificate_expired"();
