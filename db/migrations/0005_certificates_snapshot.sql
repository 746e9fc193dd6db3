-- Versions are immutable, so what is counted now is what was taken then.
UPDATE "certificates" SET "minutes" = (
	SELECT CASE WHEN bool_or("required") THEN sum("minutes") FILTER (WHERE "required") ELSE sum("minutes") END
	FROM "lessons" WHERE "lessons"."version_id" = "certificates"."version_id"
);--> statement-breakpoint
-- What a certificate says was printed and handed out: only its state may change, never back to issued; its credential is signed once; only its owner may be forgotten; none is ever deleted.
CREATE OR REPLACE FUNCTION "keep_certificate_as_issued"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' THEN
		RAISE EXCEPTION 'DELETE on certificates: an issued certificate stays' USING ERRCODE = 'restrict_violation';
	END IF;
	IF (NEW."id", NEW."code", NEW."course_id", NEW."version_id", NEW."learner_name", NEW."course_title", NEW."course_version", NEW."language", NEW."issuer", NEW."minutes", NEW."completed_at", NEW."issued_at", NEW."supersedes", NEW."status_index")
		IS DISTINCT FROM (OLD."id", OLD."code", OLD."course_id", OLD."version_id", OLD."learner_name", OLD."course_title", OLD."course_version", OLD."language", OLD."issuer", OLD."minutes", OLD."completed_at", OLD."issued_at", OLD."supersedes", OLD."status_index")
		OR (NEW."user_id" IS NOT NULL AND NEW."user_id" IS DISTINCT FROM OLD."user_id")
		OR (OLD."status" <> 'issued' AND NEW."status" <> OLD."status")
		OR (OLD."credential" IS NOT NULL AND NEW."credential" IS DISTINCT FROM OLD."credential") THEN
		RAISE EXCEPTION 'UPDATE on certificates: an issued certificate is a frozen snapshot' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END
$$;
