import { t } from '../../texts/texts.ts'
import { NextStep } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'

/** Tells whoever has erased their account that it is gone. */
export function GoodbyePage() {
  return (
    <Page title={t('erase.done')} narrow>
      <NextStep text={t('erased.text')} to="/" label={t('notFound.toCourses')} />
    </Page>
  )
}
