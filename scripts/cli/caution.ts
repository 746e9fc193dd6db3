/** The options of commands whose effect cannot be undone; see `changeWithCare`. */
export interface CautionOptions {
  yes?: true
  dryRun?: true
}

export const yesOption = ['--yes', 'skip the confirmation'] as const
export const dryRunOption = ['--dry-run', 'show the effect, and change nothing'] as const
