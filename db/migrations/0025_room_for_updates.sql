-- Room in each page for the next version of its rows: with 10 percent 99 of 100 updates stay in the page and touch no index, without it 75 (docs/performance.md). New pages only; nothing is rewritten, and neither reads nor writes wait.
ALTER TABLE "lesson_progress" SET (fillfactor = 90);--> statement-breakpoint
ALTER TABLE "enrollments" SET (fillfactor = 90);
