CREATE TABLE "certificate_archives" (
	"id" uuid PRIMARY KEY NOT NULL,
	"course_id" uuid NOT NULL,
	"cohort_ids" uuid[],
	"status" text NOT NULL,
	"after" uuid,
	"ready" integer DEFAULT 0 NOT NULL,
	"unprinted" integer DEFAULT 0 NOT NULL,
	"requested_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "certificate_archives_status_known" CHECK ("certificate_archives"."status" in ('running', 'done')),
	CONSTRAINT "certificate_archives_done_says_when" CHECK (("certificate_archives"."status" = 'done') = ("certificate_archives"."finished_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "certificate_reissues" (
	"id" uuid PRIMARY KEY NOT NULL,
	"course_id" uuid,
	"certificate_ids" uuid[],
	"reason" text NOT NULL,
	"dry_run" boolean NOT NULL,
	"status" text NOT NULL,
	"after" uuid,
	"replaced" integer DEFAULT 0 NOT NULL,
	"unchanged" integer DEFAULT 0 NOT NULL,
	"revoked" integer DEFAULT 0 NOT NULL,
	"expired" integer DEFAULT 0 NOT NULL,
	"unconfirmed" integer DEFAULT 0 NOT NULL,
	"unprintable" integer DEFAULT 0 NOT NULL,
	"erased" integer DEFAULT 0 NOT NULL,
	"own" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"requested_by" uuid,
	"leaves" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "certificate_reissues_status_known" CHECK ("certificate_reissues"."status" in ('running', 'done')),
	CONSTRAINT "certificate_reissues_of_one_kind" CHECK (("certificate_reissues"."course_id" is null) <> ("certificate_reissues"."certificate_ids" is null)),
	CONSTRAINT "certificate_reissues_done_says_when" CHECK (("certificate_reissues"."status" = 'done') = ("certificate_reissues"."finished_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "reissue_id" uuid;--> statement-breakpoint
ALTER TABLE "certificate_archives" ADD CONSTRAINT "certificate_archives_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate_archives" ADD CONSTRAINT "certificate_archives_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate_reissues" ADD CONSTRAINT "certificate_reissues_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "certificate_archives_one_running" ON "certificate_archives" USING btree ("requested_by","course_id",coalesce("cohort_ids", '{}')) WHERE "certificate_archives"."status" = 'running';--> statement-breakpoint
CREATE INDEX "certificate_archives_by" ON "certificate_archives" USING btree ("requested_by");--> statement-breakpoint
CREATE INDEX "certificate_archives_course" ON "certificate_archives" USING btree ("course_id");--> statement-breakpoint
CREATE INDEX "certificate_archives_created" ON "certificate_archives" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "certificate_reissues_running" ON "certificate_reissues" USING btree ("id") WHERE "certificate_reissues"."status" = 'running';--> statement-breakpoint
CREATE INDEX "certificate_reissues_by" ON "certificate_reissues" USING btree ("requested_by") WHERE "certificate_reissues"."requested_by" is not null;--> statement-breakpoint
CREATE INDEX "certificate_reissues_created" ON "certificate_reissues" USING btree ("created_at") WHERE "certificate_reissues"."dry_run";
