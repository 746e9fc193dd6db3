INSERT INTO "event_counter" ("only", "last_number", "forgotten_number") VALUES ('row', 0, 0);--> statement-breakpoint
-- Triggers write events, because servers of the release before and the command line make facts as well.
CREATE FUNCTION "write_event"("type" text, "data" jsonb) RETURNS void LANGUAGE sql AS $$
	INSERT INTO "events" ("id", "type", "at", "data") VALUES (gen_random_uuid(), "type", date_trunc('milliseconds', clock_timestamp()), "data")
$$;--> statement-breakpoint
CREATE FUNCTION "write_user_registered"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM write_event('user.registered', jsonb_build_object('userId', NEW."id"));
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE FUNCTION "write_user_verified"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM write_event('user.verified', jsonb_build_object('userId', NEW."id"));
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE FUNCTION "write_user_suspended"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM write_event('user.suspended', jsonb_build_object('userId', NEW."id"));
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE FUNCTION "write_user_erased"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM write_event('user.erased', jsonb_build_object('userId', OLD."id"));
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "users_registered_event" AFTER INSERT ON "users" FOR EACH ROW EXECUTE FUNCTION "write_user_registered"();--> statement-breakpoint
CREATE TRIGGER "users_verified_at_once_event" AFTER INSERT ON "users" FOR EACH ROW WHEN (NEW."email_verified_at" IS NOT NULL) EXECUTE FUNCTION "write_user_verified"();--> statement-breakpoint
CREATE TRIGGER "users_verified_event" AFTER UPDATE OF "email_verified_at" ON "users" FOR EACH ROW WHEN (OLD."email_verified_at" IS NULL AND NEW."email_verified_at" IS NOT NULL) EXECUTE FUNCTION "write_user_verified"();--> statement-breakpoint
CREATE TRIGGER "users_suspended_event" AFTER UPDATE OF "suspended_at" ON "users" FOR EACH ROW WHEN (OLD."suspended_at" IS NULL AND NEW."suspended_at" IS NOT NULL) EXECUTE FUNCTION "write_user_suspended"();--> statement-breakpoint
CREATE TRIGGER "users_erased_event" AFTER DELETE ON "users" FOR EACH ROW EXECUTE FUNCTION "write_user_erased"();--> statement-breakpoint
CREATE FUNCTION "write_enrollment_started"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM write_event('enrollment.started', jsonb_build_object('userId', NEW."user_id", 'courseId', NEW."course_id", 'version', (SELECT "number" FROM "course_versions" WHERE "id" = NEW."version_id"), 'source', NEW."source"));
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE FUNCTION "write_enrollment_ended"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM write_event('enrollment.ended', jsonb_build_object('userId', NEW."user_id", 'courseId', NEW."course_id", 'version', (SELECT "number" FROM "course_versions" WHERE "id" = NEW."version_id")));
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE FUNCTION "write_enrollment_moved"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM write_event('enrollment.moved', jsonb_build_object('userId', NEW."user_id", 'courseId', NEW."course_id", 'version', (SELECT "number" FROM "course_versions" WHERE "id" = NEW."version_id"), 'formerVersion', (SELECT "number" FROM "course_versions" WHERE "id" = OLD."version_id")));
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE FUNCTION "write_course_completed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM write_event('course.completed', jsonb_build_object('userId', NEW."user_id", 'courseId', NEW."course_id", 'version', (SELECT "number" FROM "course_versions" WHERE "id" = NEW."version_id")));
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "enrollments_started_event" AFTER INSERT ON "enrollments" FOR EACH ROW WHEN (NEW."status" = 'active') EXECUTE FUNCTION "write_enrollment_started"();--> statement-breakpoint
CREATE TRIGGER "enrollments_started_again_event" AFTER UPDATE OF "status" ON "enrollments" FOR EACH ROW WHEN (OLD."status" = 'ended' AND NEW."status" = 'active') EXECUTE FUNCTION "write_enrollment_started"();--> statement-breakpoint
CREATE TRIGGER "enrollments_ended_event" AFTER UPDATE OF "status" ON "enrollments" FOR EACH ROW WHEN (OLD."status" = 'active' AND NEW."status" = 'ended') EXECUTE FUNCTION "write_enrollment_ended"();--> statement-breakpoint
CREATE TRIGGER "enrollments_moved_event" AFTER UPDATE OF "version_id" ON "enrollments" FOR EACH ROW WHEN (OLD."version_id" <> NEW."version_id") EXECUTE FUNCTION "write_enrollment_moved"();--> statement-breakpoint
CREATE TRIGGER "enrollments_completed_event" AFTER UPDATE OF "completed_at" ON "enrollments" FOR EACH ROW WHEN (OLD."completed_at" IS NULL AND NEW."completed_at" IS NOT NULL) EXECUTE FUNCTION "write_course_completed"();--> statement-breakpoint
-- What a move copies to renamed lessons was completed before: it sets lyceum.copies_progress.
CREATE FUNCTION "write_lesson_completed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF current_setting('lyceum.copies_progress', true) IS DISTINCT FROM 'on' THEN
		PERFORM write_event('lesson.completed', jsonb_build_object('userId', NEW."user_id", 'courseId', NEW."course_id", 'lessonKey', NEW."lesson_key"));
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "lesson_progress_begun_completed_event" AFTER INSERT ON "lesson_progress" FOR EACH ROW WHEN (NEW."completed_at" IS NOT NULL) EXECUTE FUNCTION "write_lesson_completed"();--> statement-breakpoint
CREATE TRIGGER "lesson_progress_completed_event" AFTER UPDATE OF "completed_at" ON "lesson_progress" FOR EACH ROW WHEN (OLD."completed_at" IS NULL AND NEW."completed_at" IS NOT NULL) EXECUTE FUNCTION "write_lesson_completed"();--> statement-breakpoint
CREATE FUNCTION "write_transaction_event"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM write_event(CASE NEW."status" WHEN 'paid' THEN 'transaction.paid' WHEN 'fulfilled' THEN 'transaction.fulfilled' ELSE 'transaction.refunded' END,
		jsonb_build_object('transactionId', NEW."id", 'userId', NEW."user_id"));
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "transactions_event" AFTER INSERT ON "transactions" FOR EACH ROW WHEN (NEW."status" IN ('paid', 'fulfilled')) EXECUTE FUNCTION "write_transaction_event"();--> statement-breakpoint
CREATE TRIGGER "transactions_moved_event" AFTER UPDATE OF "status" ON "transactions" FOR EACH ROW WHEN (OLD."status" <> NEW."status" AND NEW."status" IN ('paid', 'fulfilled', 'partially_refunded', 'refunded')) EXECUTE FUNCTION "write_transaction_event"();--> statement-breakpoint
CREATE FUNCTION "write_transaction_disputed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM write_event('transaction.disputed', jsonb_build_object('transactionId', "id", 'userId', "user_id"))
		FROM "transactions" WHERE "payment_reference" = NEW."payment_reference" AND "provider" = NEW."provider";
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "reversals_disputed_event" AFTER INSERT ON "reversals" FOR EACH ROW WHEN (NEW."kind" = 'dispute') EXECUTE FUNCTION "write_transaction_disputed"();--> statement-breakpoint
CREATE FUNCTION "write_certificate_event"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM write_event(
		CASE WHEN TG_OP = 'INSERT' AND NEW."supersedes" IS NULL THEN 'certificate.issued' WHEN TG_OP = 'INSERT' THEN 'certificate.reissued'
			WHEN NEW."status" = 'revoked' THEN 'certificate.revoked' ELSE 'certificate.reinstated' END,
		jsonb_build_object('certificateId', NEW."id", 'userId', NEW."user_id", 'courseId', NEW."course_id"));
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "certificates_event" AFTER INSERT ON "certificates" FOR EACH ROW EXECUTE FUNCTION "write_certificate_event"();--> statement-breakpoint
CREATE TRIGGER "certificates_moved_event" AFTER UPDATE OF "status" ON "certificates" FOR EACH ROW WHEN ((OLD."status" = 'issued' AND NEW."status" = 'revoked') OR (OLD."status" = 'revoked' AND NEW."status" = 'issued')) EXECUTE FUNCTION "write_certificate_event"();--> statement-breakpoint
CREATE FUNCTION "write_course_published"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM write_event('course.published', jsonb_build_object('courseId', NEW."id", 'version', NEW."current_version"));
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "courses_published_event" AFTER UPDATE OF "current_version" ON "courses" FOR EACH ROW WHEN (OLD."current_version" IS DISTINCT FROM NEW."current_version") EXECUTE FUNCTION "write_course_published"();--> statement-breakpoint
CREATE TRIGGER "courses_published_at_once_event" AFTER INSERT ON "courses" FOR EACH ROW WHEN (NEW."current_version" IS NOT NULL) EXECUTE FUNCTION "write_course_published"();
