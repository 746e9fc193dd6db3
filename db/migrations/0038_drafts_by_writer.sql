-- outside a transaction
CREATE INDEX CONCURRENTLY "drafts_writers" ON "drafts" USING gin ("writers") WITH (fastupdate=false) WHERE "drafts"."writers" <> '{}';
