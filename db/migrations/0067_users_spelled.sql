-- outside a transaction
CREATE INDEX CONCURRENTLY "users_spelled" ON "users" USING gin (fold_text("email" || ' ' || "name") gin_trgm_ops) WITH (fastupdate=false);
