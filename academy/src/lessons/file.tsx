import { lazyRouteComponent as part } from '@tanstack/react-router'
import { t } from '../texts/texts.ts'
import { OutsideLink } from '../ui/link.tsx'
import type { LessonParts } from './lesson-type.ts'
import { Outside } from './outside.tsx'

const FileChoice = part(() => import('../studio/files/file-choice.tsx'), 'FileChoice')

export const file: LessonParts<'file'> = {
  Body: ({ lesson }) => <Outside {...lesson.file} label={t('lesson.openFile')} />,
  completesBy: 'button',
  Fields: ({ lesson, onChange }) => (
    <FileChoice value={lesson.file} onChange={(file) => onChange({ file })} />
  ),
  Preview: ({ lesson }) =>
    lesson.file && <OutsideLink href={lesson.file.url}>{lesson.file.name}</OutsideLink>,
  start: () => ({ file: { file: '' } }),
}
