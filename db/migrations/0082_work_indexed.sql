-- outside a transaction
CREATE INDEX CONCURRENTLY "drafts_under_review" ON "drafts" USING btree ("review_requested_at") WHERE "drafts"."review_requested_revision" = "drafts"."revision";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "reversals_open_disputes" ON "reversals" USING btree ("reported_at") WHERE "reversals"."kind" = 'dispute' and "reversals"."status" = 'open';