-- outside a transaction
CREATE INDEX CONCURRENTLY "catalogue_entries_title_parts" ON "catalogue_entries" USING gin ("title" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "certificates_spelled" ON "certificates" USING gin (fold_text("learner_name") gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "cohorts_spelled" ON "cohorts" USING gin (fold_text("name") gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "invitations_email_parts" ON "invitations" USING gin ("email" gin_trgm_ops) WITH (fastupdate=false);