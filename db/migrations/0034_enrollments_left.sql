ALTER TABLE "enrollments" ADD COLUMN "last_activity_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "enrollments" ADD COLUMN "left_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "enrollments" ADD CONSTRAINT "enrollments_left_is_ended" CHECK ("enrollments"."left_at" is null or "enrollments"."status" = 'ended') NOT VALID;--> statement-breakpoint
-- Only a learner who leaves sets "left_at". Whoever sets the status and says nothing about it (a refund, an operator, a server of the release before) opens the course again or ends it for good.
CREATE FUNCTION "forget_that_learner_left"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW."left_at" := NULL;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER "enrollments_left_ends" BEFORE UPDATE OF "status" ON "enrollments" FOR EACH ROW WHEN (OLD."left_at" = NEW."left_at") EXECUTE FUNCTION "forget_that_learner_left"();
