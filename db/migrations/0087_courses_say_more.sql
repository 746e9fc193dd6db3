CREATE TABLE "course_teachers" (
	"course_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"agreed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "course_teachers_course_id_user_id_pk" PRIMARY KEY("course_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "teacher_profiles" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"biography" text,
	"sha256" text,
	CONSTRAINT "teacher_profiles_biography_length" CHECK (char_length("teacher_profiles"."biography") <= 1000)
);
--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "outcomes" text[];--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "audience" text[];--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "needs" text[];--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "hours_per_week" integer;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "film" text;--> statement-breakpoint
ALTER TABLE "course_versions" ADD COLUMN "outcomes" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "course_versions" ADD COLUMN "audience" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "course_versions" ADD COLUMN "needs" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "course_versions" ADD COLUMN "hours_per_week" integer;--> statement-breakpoint
ALTER TABLE "course_versions" ADD COLUMN "film" text;--> statement-breakpoint
ALTER TABLE "course_teachers" ADD CONSTRAINT "course_teachers_are_members" FOREIGN KEY ("course_id","user_id") REFERENCES "public"."course_members"("course_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "teacher_profiles" ADD CONSTRAINT "teacher_profiles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "teacher_profiles" ADD CONSTRAINT "teacher_profiles_sha256_media_sha256_fk" FOREIGN KEY ("sha256") REFERENCES "public"."media"("sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "course_teachers_user" ON "course_teachers" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "teacher_profiles_sha256" ON "teacher_profiles" USING btree ("sha256");