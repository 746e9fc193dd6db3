CREATE TABLE "postponed_items" (
	"task" text NOT NULL,
	"item" text NOT NULL,
	"tries" integer NOT NULL,
	"failure" text NOT NULL,
	"failed_at" timestamp (3) with time zone NOT NULL,
	"next_try_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "postponed_items_task_item_pk" PRIMARY KEY("task","item")
);
