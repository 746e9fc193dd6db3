import { t } from '../texts/texts.ts'
import { OutsideLink } from '../ui/link.tsx'
import type { LessonParts } from './lesson-type.ts'
import { LiveFields } from './live-fields.ts'
import { Outside } from './outside.tsx'

export const link: LessonParts<'link'> = {
  Body: ({ lesson: { link } }) => (
    <Outside {...link} name={link.url} label={t('lesson.openLink')} />
  ),
  completesBy: 'button',
  Fields: ({ lesson, onChange }) => (
    <LiveFields
      at="link"
      kinds={{ url: 'text!' }}
      of={lesson.link}
      onChange={(link) => onChange({ link })}
    />
  ),
  Preview: ({ lesson: { link } }) => link && <OutsideLink href={link.url}>{link.url}</OutsideLink>,
  start: () => ({ link: { url: '' } }),
}
