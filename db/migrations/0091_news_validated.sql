ALTER TABLE "users" VALIDATE CONSTRAINT "users_news_by_mail_known";
