CREATE TABLE "draft_lessons" (
	"course_id" uuid NOT NULL,
	"key" text NOT NULL,
	"revision" integer NOT NULL,
	"former_keys" text[] DEFAULT '{}' NOT NULL,
	"title" text NOT NULL,
	"type" text NOT NULL,
	"minutes" integer NOT NULL,
	"required" boolean NOT NULL,
	"preview" boolean NOT NULL,
	"body_sha256" text,
	"content" text,
	CONSTRAINT "draft_lessons_pk" PRIMARY KEY("course_id","key"),
	CONSTRAINT "draft_lessons_type_known" CHECK ("draft_lessons"."type" in ('text', 'video')),
	CONSTRAINT "draft_lessons_minutes_positive" CHECK ("draft_lessons"."minutes" >= 1),
	CONSTRAINT "draft_lessons_one_body" CHECK (("draft_lessons"."body_sha256" is null) = ("draft_lessons"."content" is not null))
);
--> statement-breakpoint
CREATE TABLE "drafts" (
	"course_id" uuid PRIMARY KEY NOT NULL,
	"revision" integer NOT NULL,
	"outline" jsonb,
	"title" text,
	"summary" text,
	"language" text,
	"license" text,
	"source" text,
	"base_version" integer,
	"writers" uuid[] DEFAULT '{}' NOT NULL,
	"review_requested_by" uuid,
	"review_requested_at" timestamp (3) with time zone,
	"review_requested_revision" integer,
	"approved_by" uuid,
	"approved_at" timestamp (3) with time zone,
	"approved_revision" integer,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "drafts_whole_or_none" CHECK (("drafts"."outline" is null) = ("drafts"."title" is null) and ("drafts"."outline" is null) = ("drafts"."summary" is null) and ("drafts"."outline" is null) = ("drafts"."language" is null)),
	CONSTRAINT "drafts_revision_positive" CHECK ("drafts"."revision" >= 1)
);
--> statement-breakpoint
CREATE TABLE "course_history" (
	"id" uuid PRIMARY KEY NOT NULL,
	"course_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"event" text NOT NULL,
	"user_id" uuid,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "course_members" (
	"course_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"added_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "course_members_pk" PRIMARY KEY("course_id","user_id"),
	CONSTRAINT "course_members_role_known" CHECK ("course_members"."role" in ('owner', 'author', 'reviewer'))
);
--> statement-breakpoint
CREATE TABLE "move_learners" (
	"move_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "move_learners_pk" PRIMARY KEY("move_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "moves" (
	"id" uuid PRIMARY KEY NOT NULL,
	"course_id" uuid NOT NULL,
	"to_version" integer NOT NULL,
	"policy" text NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"total" integer,
	"moved" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"completed" integer DEFAULT 0 NOT NULL,
	"after_user" uuid,
	"requested_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "moves_policy_known" CHECK ("moves"."policy" in ('all', 'not-started', 'nothing-lost', 'chosen', 'correction')),
	CONSTRAINT "moves_status_known" CHECK ("moves"."status" in ('waiting', 'running', 'done')),
	CONSTRAINT "moves_done_says_when" CHECK (("moves"."status" = 'done') = ("moves"."finished_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "draft_lessons" ADD CONSTRAINT "draft_lessons_body_sha256_lesson_bodies_sha256_fk" FOREIGN KEY ("body_sha256") REFERENCES "public"."lesson_bodies"("sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draft_lessons" ADD CONSTRAINT "draft_lessons_of_draft" FOREIGN KEY ("course_id") REFERENCES "public"."drafts"("course_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_review_requested_by_users_id_fk" FOREIGN KEY ("review_requested_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_approved_by_users_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_history" ADD CONSTRAINT "course_history_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_history" ADD CONSTRAINT "course_history_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_members" ADD CONSTRAINT "course_members_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_members" ADD CONSTRAINT "course_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "move_learners" ADD CONSTRAINT "move_learners_move_id_moves_id_fk" FOREIGN KEY ("move_id") REFERENCES "public"."moves"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "move_learners" ADD CONSTRAINT "move_learners_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moves" ADD CONSTRAINT "moves_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moves" ADD CONSTRAINT "moves_to_version_of_course" FOREIGN KEY ("course_id","to_version") REFERENCES "public"."course_versions"("course_id","number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "course_history_newest" ON "course_history" USING btree ("course_id","id");--> statement-breakpoint
CREATE INDEX "course_history_user" ON "course_history" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "course_members_user" ON "course_members" USING btree ("user_id","course_id");--> statement-breakpoint
CREATE INDEX "move_learners_user" ON "move_learners" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "moves_one_at_a_time" ON "moves" USING btree ("course_id") WHERE "moves"."finished_at" is null;--> statement-breakpoint
CREATE INDEX "moves_course_newest" ON "moves" USING btree ("course_id","id");--> statement-breakpoint
CREATE INDEX "moves_requested_by" ON "moves" USING btree ("requested_by");--> statement-breakpoint
-- What was done stays on record; only the account that did it may be forgotten.
CREATE FUNCTION "keep_course_history"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' OR NEW."user_id" IS NOT NULL OR to_jsonb(NEW) - 'user_id' IS DISTINCT FROM to_jsonb(OLD) - 'user_id' THEN
		RAISE EXCEPTION '% on course_history: what was done stays on record', TG_OP USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER "course_history_kept" BEFORE UPDATE OR DELETE ON "course_history" FOR EACH ROW EXECUTE FUNCTION "keep_course_history"();--> statement-breakpoint
CREATE TRIGGER "course_history_not_emptied" BEFORE TRUNCATE ON "course_history" FOR EACH STATEMENT EXECUTE FUNCTION "keep_rows"();--> statement-breakpoint
CREATE TABLE "impacts" (
	"course_id" uuid NOT NULL,
	"fingerprint" text NOT NULL,
	"question" jsonb NOT NULL,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"after_user" uuid,
	"tally" jsonb NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "impacts_pk" PRIMARY KEY("course_id","fingerprint"),
	CONSTRAINT "impacts_counts_not_negative" CHECK ("impacts"."total" >= 0)
);
--> statement-breakpoint
ALTER TABLE "impacts" ADD CONSTRAINT "impacts_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "drafts_review_requested_by" ON "drafts" USING btree ("review_requested_by") WHERE "drafts"."review_requested_by" is not null;--> statement-breakpoint
CREATE INDEX "drafts_approved_by" ON "drafts" USING btree ("approved_by") WHERE "drafts"."approved_by" is not null;
