-- outside a transaction
CREATE INDEX CONCURRENTLY "audit_events_with_text" ON "audit_events" USING btree ("id") WHERE details ?| array['reason', 'because', 'before.name', 'after.name',
  'before.description', 'after.description'] and event not in ('webhook-given-up', 'enrollment-ended');