-- outside a transaction
CREATE INDEX CONCURRENTLY "announcements_waiting" ON "announcements" USING btree ("waits_until") WHERE "announcements"."waits_until" is not null;
