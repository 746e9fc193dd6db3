-- outside a transaction
create index concurrently if not exists "certificates_of_course" on "certificates" using btree ("course_id","id");
