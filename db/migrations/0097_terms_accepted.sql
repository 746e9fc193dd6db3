CREATE TABLE "terms_acceptances" (
	"user_id" uuid NOT NULL,
	"version" text NOT NULL,
	"accepted_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "terms_acceptances_user_id_version_pk" PRIMARY KEY("user_id","version"),
	CONSTRAINT "terms_acceptances_version_length" CHECK (char_length("terms_acceptances"."version") between 1 and 40)
);
--> statement-breakpoint
ALTER TABLE "oauth_flows" ADD COLUMN "accepted_terms" text;--> statement-breakpoint
ALTER TABLE "terms_acceptances" ADD CONSTRAINT "terms_acceptances_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;