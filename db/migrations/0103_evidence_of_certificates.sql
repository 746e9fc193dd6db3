CREATE TABLE "certificate_evidence" (
	"certificate_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"jws" text NOT NULL,
	"rows" text NOT NULL,
	"sha256" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "certificate_evidence" ADD CONSTRAINT "certificate_evidence_certificate_id_certificates_id_fk" FOREIGN KEY ("certificate_id") REFERENCES "public"."certificates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate_evidence" ADD CONSTRAINT "certificate_evidence_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "certificate_evidence_user" ON "certificate_evidence" USING btree ("user_id");