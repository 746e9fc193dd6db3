CREATE TABLE "idempotency_keys" (
	"user_id" uuid NOT NULL,
	"operation" text NOT NULL,
	"key" text NOT NULL,
	"input_hash" text NOT NULL,
	"answer" text NOT NULL,
	"created" boolean NOT NULL,
	"busy_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_user_id_operation_key_pk" PRIMARY KEY("user_id","operation","key")
);
--> statement-breakpoint
CREATE TABLE "oauth_exchanges" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"challenge" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "oauth_exchanges_are_hashed" CHECK ("oauth_exchanges"."code_hash" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "oauth_flows" (
	"state_hash" text PRIMARY KEY NOT NULL,
	"holder_hash" text NOT NULL,
	"purpose" text NOT NULL,
	"provider" text NOT NULL,
	"issuer" text NOT NULL,
	"redirect_uri" text NOT NULL,
	"return_url" text NOT NULL,
	"nonce" text NOT NULL,
	"code_verifier" text NOT NULL,
	"exchange_challenge" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "oauth_flows_purpose_known" CHECK ("oauth_flows"."purpose" in ('sign_in', 'link')),
	CONSTRAINT "oauth_flows_are_hashed" CHECK ("oauth_flows"."state_hash" ~ '^[0-9a-f]{64}$' and "oauth_flows"."holder_hash" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
ALTER TABLE "oauth_accounts" ADD COLUMN "id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "oauth_accounts" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "minutes" integer;--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "supersedes" uuid;--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "superseded_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "status_index" integer NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "certificates_status_index_seq" INCREMENT BY 1 MINVALUE 0 MAXVALUE 2147483647 START WITH 0 CACHE 1);--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "credential" text;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_exchanges" ADD CONSTRAINT "oauth_exchanges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idempotency_keys_created" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "oauth_exchanges_user" ON "oauth_exchanges" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "oauth_exchanges_expiry" ON "oauth_exchanges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "oauth_flows_expiry" ON "oauth_flows" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_supersedes_certificates_id_fk" FOREIGN KEY ("supersedes") REFERENCES "public"."certificates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "oauth_accounts_id_key" ON "oauth_accounts" USING btree ("id");--> statement-breakpoint
CREATE INDEX "certificate_files_sha256" ON "certificate_files" USING btree ("sha256");--> statement-breakpoint
CREATE UNIQUE INDEX "certificates_one_successor" ON "certificates" USING btree ("supersedes");--> statement-breakpoint
CREATE UNIQUE INDEX "certificates_status_index" ON "certificates" USING btree ("status_index");--> statement-breakpoint
CREATE INDEX "certificates_void" ON "certificates" USING btree ("status_index") WHERE "certificates"."status" <> 'issued';--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_superseded_says_when" CHECK (("certificates"."status" = 'superseded') = ("certificates"."superseded_at" is not null));--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_supersede_others" CHECK ("certificates"."supersedes" <> "certificates"."id");--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_minutes_positive" CHECK ("certificates"."minutes" >= 1);