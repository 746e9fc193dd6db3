ALTER TABLE "certificate_files" ALTER COLUMN "pdf" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "certificate_files" ADD COLUMN "storage" text DEFAULT 'database' NOT NULL;--> statement-breakpoint
ALTER TABLE "certificate_files" ADD COLUMN "file_name" text;--> statement-breakpoint
ALTER TABLE "certificate_files" ADD CONSTRAINT "certificate_files_storage_known" CHECK ("certificate_files"."storage" in ('database', 'folder', 's3'));--> statement-breakpoint
ALTER TABLE "certificate_files" ADD CONSTRAINT "certificate_files_somewhere" CHECK (("certificate_files"."storage" = 'database') = ("certificate_files"."pdf" is not null) and ("certificate_files"."storage" = 'database') = ("certificate_files"."file_name" is null));