CREATE TABLE "certificate_issuers" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL
);
