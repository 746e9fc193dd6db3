-- outside a transaction
create index concurrently if not exists "flaw_reports_newest" on "flaw_reports" using btree ("flaw_id","id");
