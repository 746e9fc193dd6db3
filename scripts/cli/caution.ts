/** The options of commands whose effect cannot be undone; see `changeWithCare`. */
export interface CautionOptions {
  yes?: true
  dryRun?: true
}
