CREATE TABLE "learning_deltas" (
	"course_id" uuid NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "learning_deltas_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"day" integer NOT NULL,
	"version_id" uuid NOT NULL,
	"tenths" integer,
	"enrolled" smallint NOT NULL,
	"active" smallint NOT NULL,
	"started" smallint NOT NULL,
	"certificates" smallint NOT NULL,
	CONSTRAINT "learning_deltas_course_id_number_pk" PRIMARY KEY("course_id","number")
);
--> statement-breakpoint
CREATE TABLE "learning_tallies" (
	"course_id" uuid NOT NULL,
	"days" smallint NOT NULL,
	"start" integer NOT NULL,
	"version_id" uuid NOT NULL,
	"tenths" integer,
	"enrolled" integer NOT NULL,
	"active" integer NOT NULL,
	"started" integer NOT NULL,
	"certificates" integer NOT NULL,
	CONSTRAINT "learning_tallies_key" UNIQUE NULLS NOT DISTINCT("course_id","days","start","version_id","tenths")
);
--> statement-breakpoint
CREATE TABLE "tallied_courses" (
	"course_id" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE INDEX "learning_tallies_empty" ON "learning_tallies" USING btree ("course_id") WHERE "learning_tallies"."enrolled" = 0;--> statement-breakpoint
CREATE FUNCTION "tally_day"("at" timestamp with time zone) RETURNS integer LANGUAGE sql IMMUTABLE
	RETURN floor(extract(epoch FROM "at") / 86400)::integer;--> statement-breakpoint
CREATE FUNCTION "tally_tenths"("enrolled_at" timestamp with time zone, "completed_at" timestamp with time zone) RETURNS integer LANGUAGE sql IMMUTABLE
	RETURN floor((extract(epoch FROM "completed_at") - extract(epoch FROM "enrolled_at") + 4320) / 8640)::integer;--> statement-breakpoint
-- Whether a learner's certificate is valid, and nobody changes that before the transaction ends. Asks
-- again where it was superseded meanwhile: the successor is seen by the next statement alone.
CREATE FUNCTION "lock_certified"("who" uuid, "of_course" uuid) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
	"is_valid" boolean;
BEGIN
	LOOP
		SELECT "status" = 'issued' INTO "is_valid" FROM "certificates"
			WHERE "user_id" = "who" AND "course_id" = "of_course" AND "status" <> 'superseded' FOR NO KEY UPDATE;
		EXIT WHEN FOUND OR NOT EXISTS (
			SELECT FROM "certificates" WHERE "user_id" = "who" AND "course_id" = "of_course" AND "status" <> 'superseded');
	END LOOP;
	RETURN coalesce("is_valid", false)::integer;
END
$$;--> statement-breakpoint
-- Changes and deletions are counted before they are made: an erasure takes the enrollments of an account
-- and its certificates in any order, and each sees what was done before it and nothing else.
CREATE FUNCTION "tally_enrollment"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	"certified" integer;
BEGIN
	IF TG_OP = 'UPDATE' AND (OLD."version_id", OLD."enrolled_at") = (NEW."version_id", NEW."enrolled_at") AND OLD."completed_at" IS NOT DISTINCT FROM NEW."completed_at" THEN
		INSERT INTO "learning_deltas" ("course_id", "version_id", "day", "tenths", "enrolled", "active", "started", "certificates")
			VALUES (NEW."course_id", NEW."version_id", tally_day(NEW."enrolled_at"), tally_tenths(NEW."enrolled_at", NEW."completed_at"), 0,
				(NEW."status" = 'active')::integer - (OLD."status" = 'active')::integer, (NEW."last_activity_at" IS NOT NULL)::integer - (OLD."last_activity_at" IS NOT NULL)::integer, 0);
		RETURN NEW;
	END IF;
	IF TG_OP <> 'INSERT' THEN
		"certified" := lock_certified(OLD."user_id", OLD."course_id");
		INSERT INTO "learning_deltas" ("course_id", "version_id", "day", "tenths", "enrolled", "active", "started", "certificates")
			VALUES (OLD."course_id", OLD."version_id", tally_day(OLD."enrolled_at"), tally_tenths(OLD."enrolled_at", OLD."completed_at"), -1,
				-(OLD."status" = 'active')::integer, -(OLD."last_activity_at" IS NOT NULL)::integer, -"certified");
	END IF;
	IF TG_OP = 'DELETE' THEN
		RETURN OLD;
	END IF;
	INSERT INTO "learning_deltas" ("course_id", "version_id", "day", "tenths", "enrolled", "active", "started", "certificates")
		VALUES (NEW."course_id", NEW."version_id", tally_day(NEW."enrolled_at"), tally_tenths(NEW."enrolled_at", NEW."completed_at"), 1,
			(NEW."status" = 'active')::integer, (NEW."last_activity_at" IS NOT NULL)::integer, coalesce("certified", lock_certified(NEW."user_id", NEW."course_id")));
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER "enrollments_begun_tally" AFTER INSERT ON "enrollments" FOR EACH ROW EXECUTE FUNCTION "tally_enrollment"();--> statement-breakpoint
CREATE TRIGGER "enrollments_changed_tally" BEFORE UPDATE OF "version_id", "status", "enrolled_at", "completed_at", "last_activity_at" ON "enrollments" FOR EACH ROW
	WHEN ((OLD."version_id", OLD."status", OLD."enrolled_at", OLD."completed_at", OLD."last_activity_at" IS NULL) IS DISTINCT FROM (NEW."version_id", NEW."status", NEW."enrolled_at", NEW."completed_at", NEW."last_activity_at" IS NULL))
	EXECUTE FUNCTION "tally_enrollment"();--> statement-breakpoint
CREATE TRIGGER "enrollments_erased_tally" BEFORE DELETE ON "enrollments" FOR EACH ROW EXECUTE FUNCTION "tally_enrollment"();--> statement-breakpoint
-- Enrollments come before certificates in the order of locks: who moves an enrollment waits for its
-- certificate. Only a first one could not be waited for: who issues it has the enrollment.
CREATE FUNCTION "tally_certificate"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	"who" uuid := CASE TG_OP WHEN 'INSERT' THEN NEW."user_id" ELSE OLD."user_id" END;
BEGIN
	IF TG_OP = 'INSERT' AND NEW."supersedes" IS NULL THEN
		PERFORM FROM "enrollments" WHERE "user_id" = "who" AND "course_id" = NEW."course_id" FOR NO KEY UPDATE;
	END IF;
	INSERT INTO "learning_deltas" ("course_id", "version_id", "day", "tenths", "enrolled", "active", "started", "certificates")
		SELECT "course_id", "version_id", tally_day("enrolled_at"), tally_tenths("enrolled_at", "completed_at"), 0, 0, 0,
			CASE WHEN NEW."status" = 'issued' AND NEW."user_id" IS NOT NULL THEN 1 ELSE -1 END
		FROM "enrollments" WHERE "user_id" = "who" AND "course_id" = NEW."course_id";
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER "certificates_issued_tally" AFTER INSERT ON "certificates" FOR EACH ROW WHEN (NEW."status" = 'issued' AND NEW."user_id" IS NOT NULL) EXECUTE FUNCTION "tally_certificate"();--> statement-breakpoint
CREATE TRIGGER "certificates_changed_tally" BEFORE UPDATE OF "status", "user_id" ON "certificates" FOR EACH ROW
	WHEN ((OLD."status" = 'issued' AND OLD."user_id" IS NOT NULL) <> (NEW."status" = 'issued' AND NEW."user_id" IS NOT NULL))
	EXECUTE FUNCTION "tally_certificate"();
