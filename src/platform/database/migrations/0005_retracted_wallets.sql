ALTER TABLE "wallets" ADD COLUMN "retracted" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
-- Wallets of which every statement was retracted before this column was there.
UPDATE "wallets" SET "retracted" = true
WHERE NOT EXISTS (
  SELECT FROM "statements" AS said
  WHERE said."wallet_seq" = "wallets"."seq" AND said."positions" IS NOT NULL
    AND NOT EXISTS (
      SELECT FROM "statements" AS later
      WHERE later."wallet_seq" = said."wallet_seq" AND later."at" = said."at" AND later."seq" > said."seq"));
