import { findSettings, findSettingsRevision } from '../../../../db/queries/platform/settings.ts'
import { createPoller, type Poller } from '../../../../lib/poller.ts'
import { applySchool } from '../../../config/config.ts'
import type { KeptSettings } from '../../../config/school-config.ts'
import {
  type SchoolSetting,
  type SchoolValues,
  schoolSettings,
  settingNames,
} from '../../../config/school-settings.ts'
import type { Deps } from '../../../context.ts'
import { describeCause } from '../../../errors/describe-cause.ts'
import type { BrandTexts } from '../../../texts/brand.ts'
import { Texts } from './schema.ts'

export interface KeptNow {
  revision: number
  values: SchoolValues
  texts: BrandTexts
}

type Reading = Pick<Deps, 'db' | 'log'>
type Holding = Reading & Pick<Deps, 'config' | 'brandings'>

const noTexts: BrandTexts = { mails: {}, pages: {} }

/**
 * Reads what the desk keeps. A value that this release does not take, such as one of a later
 * release, is left out: the server goes on without it.
 */
export async function readKept({ db, log }: Reading): Promise<KeptNow> {
  const { revision, content } = await findSettings(db)
  const { values = {}, texts }: Record<string, unknown> = Object(content)
  const readable = settingNames.flatMap((name) => {
    const stored: unknown = Object(values)[name]
    if (stored === undefined) return []
    const { value }: SchoolSetting = schoolSettings[name]
    const read = value.safeParse(stored)
    if (!read.success) log.error({ setting: name }, 'a setting of the school cannot be read')
    return read.success ? [[name, read.data]] : []
  })
  const readTexts = Texts.safeParse(texts ?? noTexts)
  if (!readTexts.success) log.error('the texts of the school cannot be read')
  return {
    revision,
    values: Object.fromEntries(readable) as SchoolValues,
    texts: (readTexts.data ?? noTexts) as BrandTexts,
  }
}

/** Lets settings take effect in this process. */
export function takeEffect(
  { config, brandings }: Pick<Holding, 'config' | 'brandings'>,
  kept: KeptSettings,
  revision: number,
): void {
  // A slower look must not bring back what was before.
  if (revision < config.schoolRevision) return
  applySchool(config, kept, revision)
  brandings.frozen.clear()
}

/** Takes over what another process changed; true if there was something. */
export async function refreshSettings(ctx: Holding): Promise<boolean> {
  if ((await findSettingsRevision(ctx.db)) === ctx.config.schoolRevision) return false
  const { revision, ...kept } = await readKept(ctx)
  takeEffect(ctx, kept, revision)
  return true
}

/** How soon every process has what one of them changed. */
const rests = { shortest: 1_000, longest: 5_000 }

export function followSettings(ctx: Holding): Poller {
  const poller = createPoller({
    look: () => refreshSettings(ctx),
    rests,
    onFailure: (error) =>
      ctx.log.warn({ cause: describeCause(error) }, 'cannot look for changed settings'),
    onRecovery: () => ctx.log.info('can look for changed settings again'),
  })
  poller.start()
  return poller
}
