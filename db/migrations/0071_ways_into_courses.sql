CREATE TABLE "enrollment_ways" (
	"user_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"source" text NOT NULL,
	"cohort_id" uuid,
	"ends_at" timestamp (3) with time zone,
	"ends_with_cohort" boolean DEFAULT false NOT NULL,
	"is_closed" boolean DEFAULT false NOT NULL,
	CONSTRAINT "enrollment_ways_once" UNIQUE NULLS NOT DISTINCT("user_id","course_id","source","cohort_id"),
	CONSTRAINT "enrollment_ways_source_known" CHECK ("enrollment_ways"."source" in ('administrator', 'invitation', 'cohort', 'transaction')),
	CONSTRAINT "enrollment_ways_by_cohort" CHECK (("enrollment_ways"."source" = 'cohort') = ("enrollment_ways"."cohort_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "invitation_promises" (
	"invitation_id" uuid NOT NULL,
	"cohort_id" uuid,
	"ends_at" timestamp (3) with time zone,
	CONSTRAINT "invitation_promises_once" UNIQUE NULLS NOT DISTINCT("invitation_id","cohort_id")
);
--> statement-breakpoint
ALTER TABLE "enrollments" ADD COLUMN "settled" integer;--> statement-breakpoint
ALTER TABLE "enrollment_ways" ADD CONSTRAINT "enrollment_ways_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrollment_ways" ADD CONSTRAINT "enrollment_ways_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrollment_ways" ADD CONSTRAINT "enrollment_ways_of_member" FOREIGN KEY ("cohort_id","user_id") REFERENCES "public"."cohort_members"("cohort_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation_promises" ADD CONSTRAINT "invitation_promises_invitation_id_invitations_id_fk" FOREIGN KEY ("invitation_id") REFERENCES "public"."invitations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation_promises" ADD CONSTRAINT "invitation_promises_cohort_id_cohorts_id_fk" FOREIGN KEY ("cohort_id") REFERENCES "public"."cohorts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "enrollment_ways_course" ON "enrollment_ways" USING btree ("course_id");--> statement-breakpoint
CREATE INDEX "enrollment_ways_cohort" ON "enrollment_ways" USING btree ("cohort_id","user_id");--> statement-breakpoint
CREATE INDEX "invitation_promises_cohort" ON "invitation_promises" USING btree ("cohort_id");--> statement-breakpoint
-- The release before knows no ways: what it changes is read from the row again. Leaving and returning change none.
CREATE FUNCTION "unsettle_enrollment"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW."settled" := NULL;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER "enrollments_unsettled" BEFORE UPDATE OF "status", "source", "ends_at", "cohort_id" ON "enrollments" FOR EACH ROW
	WHEN (OLD."settled" = NEW."settled" AND (
		(OLD."source", OLD."ends_at", OLD."cohort_id") IS DISTINCT FROM (NEW."source", NEW."ends_at", NEW."cohort_id")
		OR (OLD."status" = 'ended' AND OLD."left_at" IS NULL) <> (NEW."status" = 'ended' AND NEW."left_at" IS NULL)
	)) EXECUTE FUNCTION "unsettle_enrollment"();
