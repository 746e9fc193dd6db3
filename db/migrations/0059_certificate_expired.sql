-- Once: whoever tells the learner sets it to 0. Nothing is left to be told of an account that was erased.
CREATE FUNCTION "write_certificate_expired"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM write_event('certificate.expired', jsonb_build_object('certificateId', NEW."id", 'userId', NEW."user_id", 'courseId', NEW."course_id"));
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "certificates_expired_event" AFTER UPDATE OF "expiry_told" ON "certificates" FOR EACH ROW WHEN (OLD."expiry_told" IS DISTINCT FROM 0 AND NEW."expiry_told" = 0 AND NEW."user_id" IS NOT NULL) EXECUTE FUNCTION "write_certificate_expired"();
