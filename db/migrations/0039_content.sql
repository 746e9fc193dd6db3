-- For words that are misspelled, and for languages that set none apart. An extension that every database owner may create.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE TABLE "catalogue_entries" (
	"course_id" uuid PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"title" text NOT NULL,
	"language" text NOT NULL,
	"categories" text[] NOT NULL,
	"tags" text[] NOT NULL,
	"level" text,
	"minutes" integer NOT NULL,
	"lessons" integer NOT NULL,
	"learners" integer NOT NULL,
	"configuration" text NOT NULL,
	"document" "tsvector" NOT NULL,
	"ranked" "tsvector" NOT NULL,
	"searched" text,
	"made_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "catalogue_entries_level_known" CHECK ("catalogue_entries"."level" in ('beginner', 'intermediate', 'advanced'))
);--> statement-breakpoint
CREATE TABLE "catalogue_words" (
	"word" text PRIMARY KEY NOT NULL,
	"misspellings" text[] NOT NULL
);--> statement-breakpoint
CREATE TABLE "course_files" (
	"course_id" uuid NOT NULL,
	"path" text NOT NULL,
	"sha256" text NOT NULL,
	"added_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "course_files_course_id_path_pk" PRIMARY KEY("course_id","path"),
	CONSTRAINT "course_files_path_length" CHECK (char_length("course_files"."path") between 1 and 300)
);--> statement-breakpoint
CREATE TABLE "media" (
	"sha256" text PRIMARY KEY NOT NULL,
	"size" bigint NOT NULL,
	"type" text NOT NULL,
	"used_at" timestamp (3) with time zone NOT NULL,
	"storage" text NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "media_sha256_hexadecimal" CHECK ("media"."sha256" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "media_size_not_negative" CHECK ("media"."size" >= 0),
	CONSTRAINT "media_storage_known" CHECK ("media"."storage" in ('database', 'folder', 's3'))
);--> statement-breakpoint
CREATE TABLE "media_chunks" (
	"name" text NOT NULL,
	"position" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "media_chunks_name_position_pk" PRIMARY KEY("name","position")
);--> statement-breakpoint
CREATE TABLE "published_files" (
	"course_id" uuid NOT NULL,
	"sha256" text NOT NULL,
	CONSTRAINT "published_files_course_id_sha256_pk" PRIMARY KEY("course_id","sha256")
);--> statement-breakpoint
CREATE TABLE "lesson_openings" (
	"user_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"lesson_key" text NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "lesson_openings_user_id_course_id_lesson_key_pk" PRIMARY KEY("user_id","course_id","lesson_key")
);--> statement-breakpoint
CREATE TABLE "lesson_documents" (
	"body_sha256" text PRIMARY KEY NOT NULL,
	"configuration" text NOT NULL,
	"document" "tsvector" NOT NULL,
	"searched" text
);--> statement-breakpoint
CREATE TABLE "course_sources" (
	"course_id" uuid PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"branch" text,
	"folder" text DEFAULT '' NOT NULL,
	"format" text DEFAULT 'auto' NOT NULL,
	"outcome" text DEFAULT 'draft' NOT NULL,
	"credential" "bytea",
	"hook_secret" "bytea" NOT NULL,
	"requested_at" timestamp (3) with time zone,
	"looked_at" timestamp (3) with time zone,
	"status" text DEFAULT 'new' NOT NULL,
	"commit" text,
	"problems" jsonb,
	"result" jsonb,
	"run_by" uuid,
	"run_until" timestamp (3) with time zone,
	"set_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "course_sources_outcome_known" CHECK ("course_sources"."outcome" in ('draft', 'publish')),
	CONSTRAINT "course_sources_status_known" CHECK ("course_sources"."status" in ('new', 'done', 'unchanged', 'failed'))
);--> statement-breakpoint
CREATE TABLE "uploads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"course_id" uuid NOT NULL,
	"user_id" uuid,
	"path" text NOT NULL,
	"size" bigint NOT NULL,
	"type" text NOT NULL,
	"sha256" text NOT NULL,
	"received" bigint DEFAULT 0 NOT NULL,
	"pieces" text[] DEFAULT '{}' NOT NULL,
	"multipart_id" text,
	"finished_at" timestamp (3) with time zone,
	"draft_revision" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "uploads_finished_whole" CHECK (("uploads"."finished_at" is null) = ("uploads"."draft_revision" is null)),
	CONSTRAINT "uploads_size_positive" CHECK ("uploads"."size" >= 1),
	CONSTRAINT "uploads_received_range" CHECK ("uploads"."received" between 0 and "uploads"."size")
);--> statement-breakpoint
ALTER TABLE "catalogue_entries" ADD CONSTRAINT "catalogue_entries_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_files" ADD CONSTRAINT "course_files_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_files" ADD CONSTRAINT "course_files_sha256_media_sha256_fk" FOREIGN KEY ("sha256") REFERENCES "public"."media"("sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "published_files" ADD CONSTRAINT "published_files_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "published_files" ADD CONSTRAINT "published_files_sha256_media_sha256_fk" FOREIGN KEY ("sha256") REFERENCES "public"."media"("sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_openings" ADD CONSTRAINT "lesson_openings_of_enrolled" FOREIGN KEY ("user_id","course_id") REFERENCES "public"."enrollments"("user_id","course_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_documents" ADD CONSTRAINT "lesson_documents_body_sha256_lesson_bodies_sha256_fk" FOREIGN KEY ("body_sha256") REFERENCES "public"."lesson_bodies"("sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_sources" ADD CONSTRAINT "course_sources_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_sources" ADD CONSTRAINT "course_sources_set_by_users_id_fk" FOREIGN KEY ("set_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "catalogue_entries_document" ON "catalogue_entries" USING gin ("document") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "catalogue_entries_by_configuration" ON "catalogue_entries" USING btree ("configuration");--> statement-breakpoint
CREATE INDEX "catalogue_words_trigrams" ON "catalogue_words" USING gin ("word" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "catalogue_words_misspellings" ON "catalogue_words" USING gin ("misspellings") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "catalogue_entries_by_title" ON "catalogue_entries" USING btree ("title","course_id");--> statement-breakpoint
CREATE INDEX "catalogue_entries_by_learners" ON "catalogue_entries" USING btree ("learners","course_id");--> statement-breakpoint
CREATE INDEX "catalogue_entries_categories" ON "catalogue_entries" USING gin ("categories") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "catalogue_entries_tags" ON "catalogue_entries" USING gin ("tags") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "course_files_sha256" ON "course_files" USING btree ("sha256");--> statement-breakpoint
CREATE UNIQUE INDEX "media_name" ON "media" USING btree ("name");--> statement-breakpoint
CREATE INDEX "media_used_at" ON "media" USING btree ("used_at");--> statement-breakpoint
CREATE INDEX "published_files_sha256" ON "published_files" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "lesson_documents_document" ON "lesson_documents" USING gin ("document") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "lesson_documents_trigrams" ON "lesson_documents" USING gin ("searched" gin_trgm_ops) WITH (fastupdate=false) WHERE "lesson_documents"."searched" is not null;--> statement-breakpoint
CREATE INDEX "course_sources_set_by" ON "course_sources" USING btree ("set_by") WHERE "course_sources"."set_by" is not null;--> statement-breakpoint
CREATE INDEX "uploads_of_course" ON "uploads" USING btree ("course_id");--> statement-breakpoint
CREATE INDEX "uploads_by_user" ON "uploads" USING btree ("user_id") WHERE "uploads"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "uploads_expiring" ON "uploads" USING btree ("expires_at");
