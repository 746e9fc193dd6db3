CREATE TABLE "certificate_designs" (
	"sha256" text PRIMARY KEY NOT NULL,
	"content" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "certificate_design" text;--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "design" text;--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_certificate_design_certificate_designs_sha256_fk" FOREIGN KEY ("certificate_design") REFERENCES "public"."certificate_designs"("sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_design_certificate_designs_sha256_fk" FOREIGN KEY ("design") REFERENCES "public"."certificate_designs"("sha256") ON DELETE no action ON UPDATE no action;