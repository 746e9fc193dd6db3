-- What a certificate says was printed and handed out: only its state may change, never back to issued; its credential is signed once; only its owner may be forgotten; none is ever deleted.
CREATE OR REPLACE FUNCTION "keep_certificate_as_issued"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' THEN
		RAISE EXCEPTION 'DELETE on certificates: an issued certificate stays' USING ERRCODE = 'restrict_violation';
	END IF;
	IF (NEW."id", NEW."code", NEW."course_id", NEW."version_id", NEW."learner_name", NEW."course_title", NEW."course_version", NEW."language", NEW."issuer", NEW."design", NEW."minutes", NEW."completed_at", NEW."issued_at", NEW."supersedes", NEW."status_index")
		IS DISTINCT FROM (OLD."id", OLD."code", OLD."course_id", OLD."version_id", OLD."learner_name", OLD."course_title", OLD."course_version", OLD."language", OLD."issuer", OLD."design", OLD."minutes", OLD."completed_at", OLD."issued_at", OLD."supersedes", OLD."status_index")
		OR (NEW."user_id" IS NOT NULL AND NEW."user_id" IS DISTINCT FROM OLD."user_id")
		OR (OLD."status" <> 'issued' AND NEW."status" <> OLD."status")
		OR (OLD."credential" IS NOT NULL AND NEW."credential" IS DISTINCT FROM OLD."credential") THEN
		RAISE EXCEPTION 'UPDATE on certificates: an issued certificate is a frozen snapshot' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
-- Certificates name a design by its content.
CREATE FUNCTION "keep_certificate_design"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION '% on certificate_designs: certificates look as they did when they were issued', TG_OP USING ERRCODE = 'restrict_violation';
END
$$;--> statement-breakpoint
CREATE TRIGGER "certificate_designs_frozen" BEFORE UPDATE OR DELETE ON "certificate_designs" FOR EACH ROW EXECUTE FUNCTION "keep_certificate_design"();
