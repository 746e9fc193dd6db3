CREATE TABLE "oauth_accounts" (
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "oauth_accounts_issuer_subject_pk" PRIMARY KEY("issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "one_time_codes" (
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"code_mac" text NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "one_time_codes_user_id_purpose_pk" PRIMARY KEY("user_id","purpose"),
	CONSTRAINT "one_time_codes_purpose_known" CHECK ("one_time_codes"."purpose" in ('verify_email', 'reset_password')),
	CONSTRAINT "one_time_codes_five_tries" CHECK ("one_time_codes"."tries" between 0 and 5)
);
--> statement-breakpoint
CREATE TABLE "rate_counters" (
	"key" text PRIMARY KEY NOT NULL,
	"used" integer NOT NULL,
	"resets_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sessions_id_is_hashed" CHECK ("sessions"."id_hash" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"role" text DEFAULT 'learner' NOT NULL,
	"password_hash" text,
	"pepper_version" smallint,
	"email_verified_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "users_email_normalised" CHECK ("users"."email" = lower("users"."email") and char_length("users"."email") <= 254),
	CONSTRAINT "users_role_known" CHECK ("users"."role" in ('learner', 'admin')),
	CONSTRAINT "users_password_is_bcrypt" CHECK ("users"."password_hash" ~ '^\$2[aby]\$1[0-4]\$'),
	CONSTRAINT "users_password_has_pepper" CHECK (("users"."password_hash" is null) = ("users"."pepper_version" is null))
);
--> statement-breakpoint
CREATE TABLE "course_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"course_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"title" text NOT NULL,
	"summary" text NOT NULL,
	"language" text NOT NULL,
	"license" text,
	"source" text,
	"content_hash" text NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "course_versions_number_key" UNIQUE("course_id","number"),
	CONSTRAINT "course_versions_of_course" UNIQUE("course_id","id"),
	CONSTRAINT "course_versions_number_positive" CHECK ("course_versions"."number" >= 1)
);
--> statement-breakpoint
CREATE TABLE "courses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"status" text NOT NULL,
	"price_amount" integer NOT NULL,
	"price_currency" text NOT NULL,
	"current_version" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "courses_slug_readable" CHECK ("courses"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length("courses"."slug") <= 80),
	CONSTRAINT "courses_status_known" CHECK ("courses"."status" in ('draft', 'published', 'archived')),
	CONSTRAINT "courses_price_not_negative" CHECK ("courses"."price_amount" >= 0),
	CONSTRAINT "courses_currency_iso" CHECK ("courses"."price_currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "courses_published_has_version" CHECK ("courses"."status" <> 'published' or "courses"."current_version" is not null)
);
--> statement-breakpoint
CREATE TABLE "lessons" (
	"id" uuid PRIMARY KEY NOT NULL,
	"course_id" uuid NOT NULL,
	"version_id" uuid NOT NULL,
	"section_id" uuid NOT NULL,
	"key" text NOT NULL,
	"position" integer NOT NULL,
	"title" text NOT NULL,
	"type" text NOT NULL,
	"minutes" integer NOT NULL,
	"required" boolean NOT NULL,
	"preview" boolean NOT NULL,
	"content" text NOT NULL,
	CONSTRAINT "lessons_key_key" UNIQUE("version_id","key"),
	CONSTRAINT "lessons_position_key" UNIQUE("version_id","position"),
	CONSTRAINT "lessons_type_known" CHECK ("lessons"."type" in ('text', 'video')),
	CONSTRAINT "lessons_minutes_positive" CHECK ("lessons"."minutes" >= 1)
);
--> statement-breakpoint
CREATE TABLE "sections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"title" text NOT NULL,
	CONSTRAINT "sections_position_key" UNIQUE("version_id","position"),
	CONSTRAINT "sections_of_version" UNIQUE("version_id","id")
);
--> statement-breakpoint
CREATE TABLE "certificate_files" (
	"certificate_id" uuid PRIMARY KEY NOT NULL,
	"pdf" "bytea" NOT NULL,
	"sha256" text NOT NULL,
	"rendered_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "certificates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"user_id" uuid,
	"course_id" uuid NOT NULL,
	"version_id" uuid NOT NULL,
	"learner_name" text NOT NULL,
	"course_title" text NOT NULL,
	"course_version" integer NOT NULL,
	"language" text NOT NULL,
	"issuer" text NOT NULL,
	"completed_at" timestamp (3) with time zone NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"claimed_at" timestamp (3) with time zone,
	"status" text DEFAULT 'issued' NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"revocation_reason" text,
	CONSTRAINT "certificates_code_form" CHECK ("certificates"."code" ~ '^[0-9A-HJKMNP-TV-Z]{17}$'),
	CONSTRAINT "certificates_status_known" CHECK ("certificates"."status" in ('issued', 'revoked', 'superseded')),
	CONSTRAINT "certificates_revoked_says_why" CHECK (("certificates"."status" = 'revoked') = ("certificates"."revoked_at" is not null and "certificates"."revocation_reason" is not null))
);
--> statement-breakpoint
CREATE TABLE "cart_items" (
	"user_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"added_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "cart_items_user_id_course_id_pk" PRIMARY KEY("user_id","course_id")
);
--> statement-breakpoint
CREATE TABLE "transaction_lines" (
	"transaction_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"user_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"version_id" uuid NOT NULL,
	"title" text NOT NULL,
	"price_amount" integer NOT NULL,
	"currency" text NOT NULL,
	"status" text NOT NULL,
	CONSTRAINT "transaction_lines_transaction_id_position_pk" PRIMARY KEY("transaction_id","position"),
	CONSTRAINT "transaction_lines_course_once" UNIQUE("transaction_id","course_id"),
	CONSTRAINT "transaction_lines_status_known" CHECK ("transaction_lines"."status" in ('open', 'fulfilled', 'refunded', 'released')),
	CONSTRAINT "transaction_lines_price_not_negative" CHECK ("transaction_lines"."price_amount" >= 0)
);
--> statement-breakpoint
CREATE TABLE "transactions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"status" text NOT NULL,
	"total_amount" integer NOT NULL,
	"currency" text NOT NULL,
	"provider" text,
	"provider_reference" text,
	"checkout_url" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"fulfilled_at" timestamp (3) with time zone,
	CONSTRAINT "transactions_of_user" UNIQUE("id","user_id","currency"),
	CONSTRAINT "transactions_status_known" CHECK ("transactions"."status" in ('pending', 'paid', 'fulfilled', 'refunded', 'partially_refunded', 'failed', 'expired', 'canceled')),
	CONSTRAINT "transactions_total_not_negative" CHECK ("transactions"."total_amount" >= 0),
	CONSTRAINT "transactions_currency_iso" CHECK ("transactions"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "transactions_money_has_provider" CHECK ("transactions"."total_amount" = 0 or "transactions"."provider" is not null),
	CONSTRAINT "transactions_fulfilled_when" CHECK ("transactions"."status" <> 'fulfilled' or "transactions"."fulfilled_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "enrollments" (
	"user_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"version_id" uuid NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"source" text NOT NULL,
	"enrolled_at" timestamp (3) with time zone NOT NULL,
	"completed_at" timestamp (3) with time zone,
	CONSTRAINT "enrollments_user_id_course_id_pk" PRIMARY KEY("user_id","course_id"),
	CONSTRAINT "enrollments_status_known" CHECK ("enrollments"."status" in ('active', 'ended')),
	CONSTRAINT "enrollments_source_known" CHECK ("enrollments"."source" in ('transaction', 'administrator'))
);
--> statement-breakpoint
CREATE TABLE "lesson_progress" (
	"user_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"lesson_key" text NOT NULL,
	"percent" smallint NOT NULL,
	"position_seconds" integer NOT NULL,
	"completed_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "lesson_progress_user_id_course_id_lesson_key_pk" PRIMARY KEY("user_id","course_id","lesson_key"),
	CONSTRAINT "lesson_progress_percent_range" CHECK ("lesson_progress"."percent" between 0 and 100),
	CONSTRAINT "lesson_progress_position_not_negative" CHECK ("lesson_progress"."position_seconds" >= 0),
	CONSTRAINT "lesson_progress_completed_is_whole" CHECK ("lesson_progress"."completed_at" is null or "lesson_progress"."percent" = 100)
);
--> statement-breakpoint
ALTER TABLE "oauth_accounts" ADD CONSTRAINT "oauth_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_time_codes" ADD CONSTRAINT "one_time_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_versions" ADD CONSTRAINT "course_versions_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_current_version_exists" FOREIGN KEY ("id","current_version") REFERENCES "public"."course_versions"("course_id","number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_version_of_course" FOREIGN KEY ("course_id","version_id") REFERENCES "public"."course_versions"("course_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_section_of_version" FOREIGN KEY ("version_id","section_id") REFERENCES "public"."sections"("version_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sections" ADD CONSTRAINT "sections_version_id_course_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."course_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate_files" ADD CONSTRAINT "certificate_files_certificate_id_certificates_id_fk" FOREIGN KEY ("certificate_id") REFERENCES "public"."certificates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_version_of_course" FOREIGN KEY ("course_id","version_id") REFERENCES "public"."course_versions"("course_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_items" ADD CONSTRAINT "cart_items_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_items" ADD CONSTRAINT "cart_items_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transaction_lines" ADD CONSTRAINT "transaction_lines_of_transaction" FOREIGN KEY ("transaction_id","user_id","currency") REFERENCES "public"."transactions"("id","user_id","currency") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transaction_lines" ADD CONSTRAINT "transaction_lines_version_of_course" FOREIGN KEY ("course_id","version_id") REFERENCES "public"."course_versions"("course_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrollments" ADD CONSTRAINT "enrollments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrollments" ADD CONSTRAINT "enrollments_version_of_course" FOREIGN KEY ("course_id","version_id") REFERENCES "public"."course_versions"("course_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_progress" ADD CONSTRAINT "lesson_progress_of_enrolled" FOREIGN KEY ("user_id","course_id") REFERENCES "public"."enrollments"("user_id","course_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "oauth_accounts_user" ON "oauth_accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "rate_counters_reset" ON "rate_counters" USING btree ("resets_at");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "courses_slug_key" ON "courses" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "courses_published_newest" ON "courses" USING btree ("id") WHERE "courses"."status" = 'published';--> statement-breakpoint
CREATE INDEX "lessons_section" ON "lessons" USING btree ("section_id");--> statement-breakpoint
CREATE UNIQUE INDEX "certificates_code_key" ON "certificates" USING btree ("code");--> statement-breakpoint
CREATE UNIQUE INDEX "certificates_one_per_course" ON "certificates" USING btree ("user_id","course_id") WHERE "certificates"."status" <> 'superseded';--> statement-breakpoint
CREATE INDEX "certificates_user_newest" ON "certificates" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "certificates_course" ON "certificates" USING btree ("course_id","version_id");--> statement-breakpoint
CREATE INDEX "cart_items_course" ON "cart_items" USING btree ("course_id");--> statement-breakpoint
CREATE UNIQUE INDEX "transaction_lines_one_live" ON "transaction_lines" USING btree ("user_id","course_id") WHERE "transaction_lines"."status" in ('open', 'fulfilled');--> statement-breakpoint
CREATE INDEX "transaction_lines_course" ON "transaction_lines" USING btree ("course_id","version_id");--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_provider_reference_key" ON "transactions" USING btree ("provider","provider_reference");--> statement-breakpoint
CREATE INDEX "transactions_user_newest" ON "transactions" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "enrollments_course" ON "enrollments" USING btree ("course_id","version_id");--> statement-breakpoint
-- A published version, its sections and its lessons never change: learners are in the middle of them, and certificates name them.
CREATE FUNCTION "refuse_change_of_published_version"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION '% on %: a published course version is immutable', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;--> statement-breakpoint
CREATE TRIGGER "course_versions_immutable" BEFORE UPDATE OR DELETE ON "course_versions" FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_published_version"();--> statement-breakpoint
CREATE TRIGGER "sections_immutable" BEFORE UPDATE OR DELETE ON "sections" FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_published_version"();--> statement-breakpoint
CREATE TRIGGER "lessons_immutable" BEFORE UPDATE OR DELETE ON "lessons" FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_published_version"();--> statement-breakpoint
-- Its content comes in the transaction that publishes it, and nothing is added later.
CREATE FUNCTION "refuse_addition_to_published_version"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NOT EXISTS (SELECT FROM "course_versions" WHERE "id" = NEW."version_id" AND xmin = pg_current_xact_id()::xid) THEN
		RAISE EXCEPTION 'INSERT on %: a published course version is immutable', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER "sections_come_with_version" BEFORE INSERT ON "sections" FOR EACH ROW EXECUTE FUNCTION "refuse_addition_to_published_version"();--> statement-breakpoint
CREATE TRIGGER "lessons_come_with_version" BEFORE INSERT ON "lessons" FOR EACH ROW EXECUTE FUNCTION "refuse_addition_to_published_version"();--> statement-breakpoint
-- What a certificate says was printed and handed out: only its state may change, never back to issued; only its owner may be forgotten; none is ever deleted.
CREATE FUNCTION "keep_certificate_as_issued"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' THEN
		RAISE EXCEPTION 'DELETE on certificates: an issued certificate stays' USING ERRCODE = 'restrict_violation';
	END IF;
	IF (NEW."id", NEW."code", NEW."course_id", NEW."version_id", NEW."learner_name", NEW."course_title", NEW."course_version", NEW."language", NEW."issuer", NEW."completed_at", NEW."issued_at")
		IS DISTINCT FROM (OLD."id", OLD."code", OLD."course_id", OLD."version_id", OLD."learner_name", OLD."course_title", OLD."course_version", OLD."language", OLD."issuer", OLD."completed_at", OLD."issued_at")
		OR (NEW."user_id" IS NOT NULL AND NEW."user_id" IS DISTINCT FROM OLD."user_id")
		OR (OLD."status" <> 'issued' AND NEW."status" = 'issued') THEN
		RAISE EXCEPTION 'UPDATE on certificates: an issued certificate is a frozen snapshot' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER "certificates_frozen" BEFORE UPDATE OR DELETE ON "certificates" FOR EACH ROW EXECUTE FUNCTION "keep_certificate_as_issued"();--> statement-breakpoint
-- The stored bytes are the certificate.
CREATE FUNCTION "keep_certificate_file"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION '% on certificate_files: a printed certificate stays as it is', TG_OP USING ERRCODE = 'restrict_violation';
END
$$;--> statement-breakpoint
CREATE TRIGGER "certificate_files_frozen" BEFORE UPDATE OR DELETE ON "certificate_files" FOR EACH ROW EXECUTE FUNCTION "keep_certificate_file"();
