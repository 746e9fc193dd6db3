CREATE TABLE "data_keys" (
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"fingerprint" text NOT NULL,
	"noted_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "data_keys_kind_name_pk" PRIMARY KEY("kind","name")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "certificate_name" text;--> statement-breakpoint
-- A certificate that stays issued is not revoked beside its status.
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
		OR (NEW."status" <> 'revoked' AND NOT reinstated AND (NEW."revoked_at", NEW."revocation_reason") IS DISTINCT FROM (OLD."revoked_at", OLD."revocation_reason"))
		OR (NEW."status" <> 'superseded' AND NEW."superseded_at" IS DISTINCT FROM OLD."superseded_at")
		OR (OLD."superseded_at" IS NOT NULL AND NEW."superseded_at" IS DISTINCT FROM OLD."superseded_at")
		OR (OLD."claimed_at" IS NOT NULL AND NEW."claimed_at" IS DISTINCT FROM OLD."claimed_at")
		OR (OLD."credential" IS NOT NULL AND NEW."credential" IS DISTINCT FROM OLD."credential") THEN
		RAISE EXCEPTION 'UPDATE on certificates: an issued certificate is a frozen snapshot' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
-- A course that was never published may be deleted, with its history.
CREATE OR REPLACE FUNCTION "keep_course_history"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' AND EXISTS (SELECT FROM "courses" WHERE "id" = OLD."course_id" AND "current_version" IS NULL) THEN
		RETURN OLD;
	END IF;
	IF TG_OP = 'DELETE' OR NEW."user_id" IS NOT NULL OR to_jsonb(NEW) - 'user_id' IS DISTINCT FROM to_jsonb(OLD) - 'user_id' THEN
		RAISE EXCEPTION '% on course_history: what was done stays on record', TG_OP USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END
$$;
