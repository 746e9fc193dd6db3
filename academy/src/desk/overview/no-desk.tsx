import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice, useRead } from '../../ui/data/loaded.tsx'
import { TextLink } from '../../ui/link.tsx'
import { useTitle } from '../../ui/page.tsx'

/** Says to those without a role that the desk is not theirs, or that it is nobody's yet. */
export function NoDesk() {
  const { data } = useRead(lyceum.setup.get, {})
  useTitle(t('nav.desk'))
  if (data?.hasAdministrator !== false)
    return (
      <Notice title={t('noRight.title')} text={t('error.Forbidden')}>
        <TextLink to="/">{t('notFound.toCourses')}</TextLink>
      </Notice>
    )
  return (
    <Notice title={t('first.none')} text={t('first.howTo')}>
      <ButtonLink to="/">{t('notFound.toCourses')}</ButtonLink>
    </Notice>
  )
}
