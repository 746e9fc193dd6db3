CREATE TABLE "audit_reasons" (
	"event_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"reason" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_reasons" ADD CONSTRAINT "audit_reasons_event_id_audit_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."audit_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_reasons" ADD CONSTRAINT "audit_reasons_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_reasons_user" ON "audit_reasons" USING btree ("user_id");--> statement-breakpoint
-- What happened stays on record, for a year. What people wrote freely does not: it may be taken out.
CREATE OR REPLACE FUNCTION "keep_audit_event"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' AND OLD."at" < now() - interval '365 days' THEN
		RETURN OLD;
	END IF;
	IF TG_OP = 'UPDATE' AND to_jsonb(NEW) = to_jsonb(OLD) || jsonb_build_object('details', OLD."details" - ARRAY['reason', 'because', 'before.name', 'after.name', 'before.description', 'after.description']) THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION '% on audit_events: what happened stays on record', TG_OP USING ERRCODE = 'restrict_violation';
END
$$;