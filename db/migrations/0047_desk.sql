CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"public_id" text NOT NULL,
	"name" text NOT NULL,
	"created_by" uuid NOT NULL,
	"scopes" text[] NOT NULL,
	"course_ids" uuid[] DEFAULT '{}' NOT NULL,
	"secret_hash" text NOT NULL,
	"former_secret_hash" text,
	"former_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "api_keys_name_length" CHECK (char_length("api_keys"."name") between 1 and 100),
	CONSTRAINT "api_keys_secret_is_hash" CHECK ("api_keys"."secret_hash" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "api_keys_former_whole" CHECK (("api_keys"."former_secret_hash" is null) = ("api_keys"."former_until" is null)),
	CONSTRAINT "api_keys_expire_within_a_year" CHECK ("api_keys"."expires_at" <= "api_keys"."created_at" + interval '366 days')
);--> statement-breakpoint
CREATE TABLE "bulk_enrollment_rows" (
	"bulk_id" uuid NOT NULL,
	"row" integer NOT NULL,
	"line" integer,
	"email" text,
	"name" text,
	"course" text NOT NULL,
	"cohort" text,
	"ends_at" timestamp (3) with time zone,
	"outcome" text,
	"error" text,
	"message" text,
	CONSTRAINT "bulk_enrollment_rows_bulk_id_row_pk" PRIMARY KEY("bulk_id","row"),
	CONSTRAINT "bulk_enrollment_rows_outcome_known" CHECK ("bulk_enrollment_rows"."outcome" in ('enrolled', 'changed', 'unchanged', 'invited', 'failed'))
);--> statement-breakpoint
CREATE TABLE "bulk_enrollments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"enrolled" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"unchanged" integer DEFAULT 0 NOT NULL,
	"invited" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"requested_by" uuid,
	"requested_by_key" uuid,
	"requested_by_operator" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "bulk_enrollments_status_known" CHECK ("bulk_enrollments"."status" in ('running', 'done')),
	CONSTRAINT "bulk_enrollments_done_within_total" CHECK ("bulk_enrollments"."done" between 0 and "bulk_enrollments"."total"),
	CONSTRAINT "bulk_enrollments_counted_whole" CHECK ("bulk_enrollments"."done" = "bulk_enrollments"."enrolled" + "bulk_enrollments"."changed" + "bulk_enrollments"."unchanged" + "bulk_enrollments"."invited" + "bulk_enrollments"."failed")
);--> statement-breakpoint
CREATE TABLE "cohort_courses" (
	"cohort_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	CONSTRAINT "cohort_courses_cohort_id_course_id_pk" PRIMARY KEY("cohort_id","course_id")
);--> statement-breakpoint
CREATE TABLE "cohort_members" (
	"cohort_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"added_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "cohort_members_cohort_id_user_id_pk" PRIMARY KEY("cohort_id","user_id")
);--> statement-breakpoint
CREATE TABLE "cohorts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"starts_at" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone,
	"begun_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "cohorts_name_length" CHECK (char_length("cohorts"."name") between 1 and 100),
	CONSTRAINT "cohorts_end_after_start" CHECK ("cohorts"."ends_at" > "cohorts"."starts_at")
);--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"course_id" uuid,
	"cohort_id" uuid,
	"ends_at" timestamp (3) with time zone,
	"locale" text DEFAULT 'en' NOT NULL,
	"invited_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "invitations_email_normalised" CHECK ("invitations"."email" = lower("invitations"."email") and char_length("invitations"."email") <= 254)
);--> statement-breakpoint
CREATE TABLE "course_seats" (
	"course_id" uuid PRIMARY KEY NOT NULL,
	"seats" integer,
	"taken" integer DEFAULT 0 NOT NULL,
	"opens_at" timestamp (3) with time zone,
	"closes_at" timestamp (3) with time zone,
	CONSTRAINT "course_seats_not_negative" CHECK ("course_seats"."taken" >= 0 and "course_seats"."seats" >= 0),
	CONSTRAINT "course_seats_suffice" CHECK ("course_seats"."taken" <= "course_seats"."seats"),
	CONSTRAINT "course_seats_close_after_opening" CHECK ("course_seats"."closes_at" > "course_seats"."opens_at")
);--> statement-breakpoint
CREATE TABLE "seat_holders" (
	"course_id" uuid NOT NULL,
	"holder" uuid NOT NULL,
	"kind" text NOT NULL,
	CONSTRAINT "seat_holders_course_id_holder_pk" PRIMARY KEY("course_id","holder"),
	CONSTRAINT "seat_holders_kind_known" CHECK ("seat_holders"."kind" in ('enrollment', 'purchase', 'invitation'))
);--> statement-breakpoint
CREATE TABLE "event_counter" (
	"only" text PRIMARY KEY NOT NULL,
	"last_number" bigint NOT NULL,
	"forgotten_number" bigint NOT NULL,
	CONSTRAINT "event_counter_only_row" CHECK ("event_counter"."only" = 'row')
);--> statement-breakpoint
CREATE TABLE "events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"data" jsonb NOT NULL,
	"written" bigint GENERATED ALWAYS AS IDENTITY (sequence name "events_written_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1) NOT NULL,
	"number" bigint,
	CONSTRAINT "events_number_positive" CHECK ("events"."number" > 0)
);--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"failure" text,
	"payload" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "mails_status_known" CHECK ("mails"."status" in ('waiting', 'sent', 'failed'))
);--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"endpoint_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"type" text NOT NULL,
	"number" bigint NOT NULL,
	"status" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"leased_until" timestamp (3) with time zone,
	"answer_status" integer,
	"answer" text,
	"failure" text,
	"milliseconds" integer,
	"attempted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "webhook_deliveries_endpoint_id_event_id_pk" PRIMARY KEY("endpoint_id","event_id"),
	CONSTRAINT "webhook_deliveries_status_known" CHECK ("webhook_deliveries"."status" in ('waiting', 'delivered', 'failed')),
	CONSTRAINT "webhook_deliveries_answer_short" CHECK (octet_length("webhook_deliveries"."answer") <= 1024)
);--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" uuid PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"description" text NOT NULL,
	"types" text[],
	"secret" "bytea" NOT NULL,
	"former_secret" "bytea",
	"former_until" timestamp (3) with time zone,
	"signing_key" "bytea" NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"reason" text,
	"position" bigint NOT NULL,
	"replay_position" bigint,
	"replay_until" bigint,
	"failing_since" timestamp (3) with time zone,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "webhook_endpoints_status_known" CHECK ("webhook_endpoints"."status" in ('active', 'disabled')),
	CONSTRAINT "webhook_endpoints_reason_known" CHECK ("webhook_endpoints"."reason" in ('by-hand', 'gone', 'failing')),
	CONSTRAINT "webhook_endpoints_disabled_why" CHECK (("webhook_endpoints"."status" = 'disabled') = ("webhook_endpoints"."reason" is not null)),
	CONSTRAINT "webhook_endpoints_former_whole" CHECK (("webhook_endpoints"."former_secret" is null) = ("webhook_endpoints"."former_until" is null)),
	CONSTRAINT "webhook_endpoints_replay_whole" CHECK (("webhook_endpoints"."replay_position" is null) = ("webhook_endpoints"."replay_until" is null))
);--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_enrollment_rows" ADD CONSTRAINT "bulk_enrollment_rows_bulk_id_bulk_enrollments_id_fk" FOREIGN KEY ("bulk_id") REFERENCES "public"."bulk_enrollments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_enrollments" ADD CONSTRAINT "bulk_enrollments_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cohort_courses" ADD CONSTRAINT "cohort_courses_cohort_id_cohorts_id_fk" FOREIGN KEY ("cohort_id") REFERENCES "public"."cohorts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cohort_courses" ADD CONSTRAINT "cohort_courses_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cohort_members" ADD CONSTRAINT "cohort_members_cohort_id_cohorts_id_fk" FOREIGN KEY ("cohort_id") REFERENCES "public"."cohorts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cohort_members" ADD CONSTRAINT "cohort_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_cohort_id_cohorts_id_fk" FOREIGN KEY ("cohort_id") REFERENCES "public"."cohorts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_seats" ADD CONSTRAINT "course_seats_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seat_holders" ADD CONSTRAINT "seat_holders_course_id_course_seats_course_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."course_seats"("course_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_public_id_key" ON "api_keys" USING btree ("public_id");--> statement-breakpoint
CREATE INDEX "api_keys_created_by" ON "api_keys" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "bulk_enrollment_rows_email" ON "bulk_enrollment_rows" USING btree ("email") WHERE "bulk_enrollment_rows"."email" is not null;--> statement-breakpoint
CREATE INDEX "bulk_enrollments_running" ON "bulk_enrollments" USING btree ("id") WHERE "bulk_enrollments"."status" = 'running';--> statement-breakpoint
CREATE INDEX "bulk_enrollments_requested_by" ON "bulk_enrollments" USING btree ("requested_by") WHERE "bulk_enrollments"."requested_by" is not null;--> statement-breakpoint
CREATE INDEX "bulk_enrollments_created" ON "bulk_enrollments" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "cohort_courses_course" ON "cohort_courses" USING btree ("course_id");--> statement-breakpoint
CREATE INDEX "cohort_members_user" ON "cohort_members" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "cohorts_name_key" ON "cohorts" USING btree (lower("name")) WHERE "cohorts"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_once" ON "invitations" USING btree ("email",coalesce("course_id", '00000000-0000-0000-0000-000000000000'));--> statement-breakpoint
CREATE INDEX "invitations_course" ON "invitations" USING btree ("course_id","id");--> statement-breakpoint
CREATE INDEX "invitations_cohort" ON "invitations" USING btree ("cohort_id","id") WHERE "invitations"."cohort_id" is not null;--> statement-breakpoint
CREATE INDEX "invitations_invited_by" ON "invitations" USING btree ("invited_by") WHERE "invitations"."invited_by" is not null;--> statement-breakpoint
CREATE INDEX "invitations_expire" ON "invitations" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "events_number_key" ON "events" USING btree ("number");--> statement-breakpoint
CREATE INDEX "events_unpublished" ON "events" USING btree ("written") WHERE "events"."number" is null;--> statement-breakpoint
CREATE INDEX "events_at" ON "events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "mails_user" ON "mails" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "mails_status" ON "mails" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "mails_kind" ON "mails" USING btree ("kind","status","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("endpoint_id","due_at") WHERE "webhook_deliveries"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_leased" ON "webhook_deliveries" USING btree ("endpoint_id","leased_until") WHERE "webhook_deliveries"."leased_until" is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_newest" ON "webhook_deliveries" USING btree ("endpoint_id","created_at","event_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_by_status" ON "webhook_deliveries" USING btree ("endpoint_id","status","created_at","event_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_by_type" ON "webhook_deliveries" USING btree ("endpoint_id","type","created_at","event_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_created" ON "webhook_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhook_endpoints_created_by" ON "webhook_endpoints" USING btree ("created_by") WHERE "webhook_endpoints"."created_by" is not null;
