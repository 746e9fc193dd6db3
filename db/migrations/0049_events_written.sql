INSERT INTO "event_counter" ("only", "last_number", "forgotten_number") VALUES ('row', 0, 0);--> statement-breakpoint
-- Triggers write events, because servers of the release before and the command line make facts as well.
CREATE FUNCTION "write_event"("type" text, "data" jsonb) RETURNS void LANGUAGE sql AS $$
	INSERT INTO "events" ("id", "type", "at", "data") VALUES (gen_random_uuid(), "type", date_trunc('milliseconds', clock_timestamp()), "data")
$$;--> statement-breakpoint
-- Gives numbers to committed events, unless somebody else does so right now. The numbering is a statement
-- of its own: it must see all that the holder of the lock before committed.
CREATE FUNCTION "number_events"("at_most" integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
	"count" integer;
BEGIN
	PERFORM FROM "event_counter" FOR UPDATE SKIP LOCKED;
	IF NOT FOUND THEN
		RETURN 0;
	END IF;
	UPDATE "events" SET "number" = (SELECT "last_number" FROM "event_counter") + "waiting"."place"
		FROM (
			SELECT "id", row_number() OVER (ORDER BY "written") AS "place"
			FROM (SELECT "id", "written" FROM "events" WHERE "number" IS NULL ORDER BY "written" LIMIT "at_most") AS "oldest"
		) AS "waiting"
		WHERE "events"."id" = "waiting"."id";
	GET DIAGNOSTICS "count" = ROW_COUNT;
	UPDATE "event_counter" SET "last_number" = "last_number" + "count";
	RETURN "count";
END
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
CREATE FUNCTION "write_user_reinstated"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM write_event('user.reinstated', jsonb_build_object('userId', NEW."id"));
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
CREATE TRIGGER "users_reinstated_event" AFTER UPDATE OF "suspended_at" ON "users" FOR EACH ROW WHEN (OLD."suspended_at" IS NOT NULL AND NEW."suspended_at" IS NULL) EXECUTE FUNCTION "write_user_reinstated"();--> statement-breakpoint
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
CREATE TRIGGER "enrollments_moved_event" AFTER UPDATE OF "version_id" ON "enrollments" FOR EACH ROW WHEN (OLD."version_id" <> NEW."version_id" AND OLD."status" = NEW."status") EXECUTE FUNCTION "write_enrollment_moved"();--> statement-breakpoint
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
	PERFORM write_event('transaction.' || NEW."status", jsonb_build_object('transactionId', NEW."id", 'userId', NEW."user_id", 'amount', NEW."total_amount", 'currency', NEW."currency"));
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "transactions_event" AFTER INSERT ON "transactions" FOR EACH ROW WHEN (NEW."status" IN ('paid', 'fulfilled')) EXECUTE FUNCTION "write_transaction_event"();--> statement-breakpoint
CREATE TRIGGER "transactions_moved_event" AFTER UPDATE OF "status" ON "transactions" FOR EACH ROW WHEN (OLD."status" <> NEW."status" AND NEW."status" IN ('paid', 'fulfilled')) EXECUTE FUNCTION "write_transaction_event"();--> statement-breakpoint
-- A free purchase that is undone has no refund.
CREATE FUNCTION "write_transaction_undone"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM write_event('transaction.refunded', jsonb_build_object('transactionId', NEW."id", 'userId', NEW."user_id", 'amount', 0, 'currency', NEW."currency", 'refundId', NULL));
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "transactions_undone_event" AFTER UPDATE OF "status" ON "transactions" FOR EACH ROW WHEN (OLD."status" <> 'refunded' AND NEW."status" = 'refunded' AND NEW."total_amount" = 0) EXECUTE FUNCTION "write_transaction_undone"();--> statement-breakpoint
-- The status of a transaction stays the same at a second refund in part: refunds are the facts.
CREATE FUNCTION "write_transaction_refunded"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM write_event('transaction.refunded', jsonb_build_object('transactionId', NEW."transaction_id", 'userId', (SELECT "user_id" FROM "transactions" WHERE "id" = NEW."transaction_id"), 'amount', NEW."amount", 'currency', NEW."currency", 'refundId', NEW."id"));
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "refunds_made_at_once_event" AFTER INSERT ON "refunds" FOR EACH ROW WHEN (NEW."status" = 'succeeded') EXECUTE FUNCTION "write_transaction_refunded"();--> statement-breakpoint
CREATE TRIGGER "refunds_made_event" AFTER UPDATE OF "status" ON "refunds" FOR EACH ROW WHEN (OLD."status" <> 'succeeded' AND NEW."status" = 'succeeded') EXECUTE FUNCTION "write_transaction_refunded"();--> statement-breakpoint
-- Disputes are reported before or after their payment: whichever comes last writes the event.
CREATE FUNCTION "write_transaction_disputed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM write_event('transaction.disputed', jsonb_build_object('transactionId', "id", 'userId', "user_id", 'amount', NEW."amount", 'currency', NEW."currency"))
		FROM "transactions" WHERE "id" IN (
			SELECT "transaction_id" FROM "payment_events"
			WHERE "payment_reference" = NEW."payment_reference" AND "provider" = NEW."provider" AND "kind" = 'paid');
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "reversals_disputed_event" AFTER INSERT ON "reversals" FOR EACH ROW WHEN (NEW."kind" = 'dispute') EXECUTE FUNCTION "write_transaction_disputed"();--> statement-breakpoint
CREATE FUNCTION "write_transaction_disputed_before"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM write_event('transaction.disputed', jsonb_build_object('transactionId', "transactions"."id", 'userId', "user_id", 'amount', "reversals"."amount", 'currency', "reversals"."currency"))
		FROM "reversals", "transactions"
		WHERE "reversals"."payment_reference" = NEW."payment_reference" AND "reversals"."provider" = NEW."provider" AND "kind" = 'dispute' AND "transactions"."id" = NEW."transaction_id"
			AND NOT EXISTS (
				SELECT FROM "payment_events" AS "earlier"
				WHERE "earlier"."payment_reference" = NEW."payment_reference" AND "earlier"."provider" = NEW."provider" AND "earlier"."kind" = 'paid'
					AND "earlier"."transaction_id" = NEW."transaction_id" AND "earlier"."event_id" <> NEW."event_id");
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "payment_events_disputed_event" AFTER INSERT ON "payment_events" FOR EACH ROW WHEN (NEW."kind" = 'paid' AND NEW."transaction_id" IS NOT NULL AND NEW."payment_reference" IS NOT NULL) EXECUTE FUNCTION "write_transaction_disputed_before"();--> statement-breakpoint
CREATE FUNCTION "write_certificate_event"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM write_event(
		CASE WHEN TG_OP = 'INSERT' AND NEW."supersedes" IS NULL THEN 'certificate.issued' WHEN TG_OP = 'INSERT' THEN 'certificate.reissued'
			WHEN NEW."status" = 'revoked' THEN 'certificate.revoked' ELSE 'certificate.reinstated' END,
		jsonb_build_object('certificateId', NEW."id", 'userId', NEW."user_id", 'courseId', NEW."course_id")
			|| CASE WHEN TG_OP = 'INSERT' AND NEW."supersedes" IS NOT NULL THEN jsonb_build_object('formerCertificateId', NEW."supersedes") ELSE '{}' END);
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
CREATE TRIGGER "courses_published_at_once_event" AFTER INSERT ON "courses" FOR EACH ROW WHEN (NEW."current_version" IS NOT NULL) EXECUTE FUNCTION "write_course_published"();--> statement-breakpoint
-- Seats: taken and freed by triggers, in the transaction of the fact, for courses that have a row in
-- course_seats. Whoever sets the seats holds the lock alone, so that nobody is missed in the count.
CREATE FUNCTION "take_seat"("of_course" uuid, "who" uuid, "what" text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_advisory_xact_lock_shared(hashtextextended('seats ' || "of_course", 0));
	PERFORM FROM "course_seats" WHERE "course_id" = "of_course" FOR NO KEY UPDATE;
	IF FOUND THEN
		INSERT INTO "seat_holders" ("course_id", "holder", "kind") VALUES ("of_course", "who", "what")
			ON CONFLICT ("course_id", "holder") DO UPDATE SET "kind" = EXCLUDED."kind"
			WHERE "seat_holders"."kind" = 'purchase' AND EXCLUDED."kind" = 'enrollment';
	END IF;
END
$$;--> statement-breakpoint
CREATE FUNCTION "free_seat"("of_course" uuid, "who" uuid, "what" text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_advisory_xact_lock_shared(hashtextextended('seats ' || "of_course", 0));
	PERFORM FROM "course_seats" WHERE "course_id" = "of_course" FOR NO KEY UPDATE;
	IF FOUND THEN
		DELETE FROM "seat_holders" WHERE "course_id" = "of_course" AND "holder" = "who" AND "kind" = "what";
	END IF;
END
$$;--> statement-breakpoint
-- Who has paid is never turned away: where no seat was held any more, the course gets one more.
CREATE FUNCTION "count_seats_taken"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE "course_seats" SET
		"taken" = "course_seats"."taken" + "added"."count",
		"seats" = CASE WHEN "added"."paid" AND "course_seats"."seats" IS NOT NULL THEN greatest("course_seats"."seats", "course_seats"."taken" + "added"."count") ELSE "course_seats"."seats" END
	FROM (
		SELECT "course_id", count(*)::int AS "count", bool_and("kind" = 'enrollment' AND EXISTS (
			SELECT FROM "transaction_lines" AS "l" JOIN "transactions" AS "t" ON "t"."id" = "l"."transaction_id"
			WHERE "l"."user_id" = "holder" AND "l"."course_id" = "taken_seats"."course_id"
				AND "l"."status" <> 'refunded' AND "l"."price_amount" > "l"."discount_amount" AND "t"."paid_at" IS NOT NULL
		)) AS "paid"
		FROM "taken_seats" GROUP BY "course_id"
	) AS "added"
	WHERE "course_seats"."course_id" = "added"."course_id";
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE FUNCTION "count_seats_freed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE "course_seats" SET "taken" = "course_seats"."taken" - "freed"."count"
	FROM (SELECT "course_id", count(*)::int AS "count" FROM "freed_seats" GROUP BY "course_id") AS "freed"
	WHERE "course_seats"."course_id" = "freed"."course_id";
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "seat_holders_taken" AFTER INSERT ON "seat_holders" REFERENCING NEW TABLE AS "taken_seats" FOR EACH STATEMENT EXECUTE FUNCTION "count_seats_taken"();--> statement-breakpoint
CREATE TRIGGER "seat_holders_freed" AFTER DELETE ON "seat_holders" REFERENCING OLD TABLE AS "freed_seats" FOR EACH STATEMENT EXECUTE FUNCTION "count_seats_freed"();--> statement-breakpoint
CREATE FUNCTION "seat_enrollment"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' THEN
		PERFORM free_seat(OLD."course_id", OLD."user_id", 'enrollment');
	ELSIF NEW."status" = 'active' THEN
		PERFORM take_seat(NEW."course_id", NEW."user_id", 'enrollment');
	ELSE
		PERFORM free_seat(NEW."course_id", NEW."user_id", 'enrollment');
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "enrollments_begun_seat" AFTER INSERT ON "enrollments" FOR EACH ROW WHEN (NEW."status" = 'active') EXECUTE FUNCTION "seat_enrollment"();--> statement-breakpoint
CREATE TRIGGER "enrollments_changed_seat" AFTER UPDATE OF "status" ON "enrollments" FOR EACH ROW WHEN (OLD."status" <> NEW."status") EXECUTE FUNCTION "seat_enrollment"();--> statement-breakpoint
CREATE TRIGGER "enrollments_erased_seat" AFTER DELETE ON "enrollments" FOR EACH ROW WHEN (OLD."status" = 'active') EXECUTE FUNCTION "seat_enrollment"();--> statement-breakpoint
CREATE FUNCTION "seat_purchase"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		PERFORM take_seat(NEW."course_id", NEW."user_id", 'purchase');
	ELSE
		PERFORM free_seat(OLD."course_id", OLD."user_id", 'purchase');
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "transaction_lines_opened_seat" AFTER INSERT ON "transaction_lines" FOR EACH ROW WHEN (NEW."status" = 'open' AND NEW."user_id" IS NOT NULL) EXECUTE FUNCTION "seat_purchase"();--> statement-breakpoint
CREATE TRIGGER "transaction_lines_released_seat" AFTER UPDATE OF "status", "user_id" ON "transaction_lines" FOR EACH ROW WHEN (OLD."status" = 'open' AND OLD."user_id" IS NOT NULL AND (NEW."status" <> 'open' OR NEW."user_id" IS NULL)) EXECUTE FUNCTION "seat_purchase"();--> statement-breakpoint
CREATE FUNCTION "seat_invitation"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		PERFORM take_seat(NEW."course_id", NEW."id", 'invitation');
	ELSE
		PERFORM free_seat(OLD."course_id", OLD."id", 'invitation');
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "invitations_made_seat" AFTER INSERT ON "invitations" FOR EACH ROW WHEN (NEW."course_id" IS NOT NULL) EXECUTE FUNCTION "seat_invitation"();--> statement-breakpoint
CREATE TRIGGER "invitations_gone_seat" AFTER DELETE ON "invitations" FOR EACH ROW WHEN (OLD."course_id" IS NOT NULL) EXECUTE FUNCTION "seat_invitation"();--> statement-breakpoint
-- Whichever way an account goes, the rows of files that named it forget it.
CREATE FUNCTION "forget_bulk_enrollment_rows"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE "bulk_enrollment_rows" SET "email" = NULL, "name" = NULL WHERE "email" = OLD."email";
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "users_forgotten_in_bulk_enrollments" AFTER DELETE ON "users" FOR EACH ROW EXECUTE FUNCTION "forget_bulk_enrollment_rows"();
