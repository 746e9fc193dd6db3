CREATE TABLE "program_consents" (
	"course_id" uuid NOT NULL,
	"program_id" uuid NOT NULL,
	"allowed" boolean NOT NULL,
	"decided_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "program_consents_pk" PRIMARY KEY("course_id","program_id")
);
--> statement-breakpoint
ALTER TABLE "program_consents" ADD CONSTRAINT "program_consents_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "program_consents" ADD CONSTRAINT "program_consents_program_id_courses_id_fk" FOREIGN KEY ("program_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "program_consents_program" ON "program_consents" USING btree ("program_id");