import { Link } from '@tanstack/react-router'
import { Button as AriaButton, GridListItem } from 'react-aria-components'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/bits.tsx'
import { IconButton } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/dialog.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { showMinutes } from '../../ui/format.ts'
import { DownIcon, DragIcon, EditIcon, TrashIcon, UpIcon } from '../../ui/icons.tsx'
import { useCourse } from '../courses/course.ts'
import { moveRow, neighborOf, type Row } from './outline.ts'

interface OutlineRowProps {
  id: string
  row: Row
  rows: readonly Row[]
  courseId: string
  canWrite: boolean
  onChange: (rows: readonly Row[]) => Promise<void>
}

export function OutlineRow({ id, row, rows, courseId, canWrite, onChange }: OutlineRowProps) {
  const { language } = useCourse()
  const { key, title, lesson } = row
  const move = (step: 'up' | 'down') => {
    const target = neighborOf(rows, key, step)
    return (
      <IconButton
        label={t(`listEditor.${step}`, { name: title })}
        disabled={target === undefined}
        onClick={() => target && void onChange(moveRow(rows, key, target))}
      >
        {step === 'up' ? <UpIcon /> : <DownIcon />}
      </IconButton>
    )
  }
  return (
    <GridListItem
      id={id}
      textValue={title}
      className={`flex flex-wrap items-center gap-2 border-line px-2 py-1 -outline-offset-2 data-[dragging]:opacity-50 not-first:border-t ${lesson === undefined ? 'bg-panel' : 'sm:ps-6'}`}
    >
      {canWrite && (
        <AriaButton
          slot="drag"
          aria-label={t('sections.drag', { name: title })}
          className="grid size-8 cursor-grab place-items-center text-muted"
        >
          <DragIcon />
        </AriaButton>
      )}
      {lesson === undefined ? (
        <bdi lang={language} className="min-w-40 flex-1 font-semibold">
          {title}
        </bdi>
      ) : (
        <span className="flex min-w-40 flex-1 flex-wrap items-center gap-x-2">
          <Link
            to="/studio/$course/lesson/$key"
            params={{ course: courseId, key }}
            className="py-2 text-brand hover:underline"
          >
            <bdi lang={language}>{title}</bdi>
          </Link>
          <span className="text-sm text-muted">
            {t(`field.type.${lesson.type}`)} · {showMinutes(lesson.minutes)}
          </span>
          {!lesson.required && <Badge>{t('lesson.optional')}</Badge>}
          {lesson.preview && <Badge tone="good">{t('lesson.isPreview')}</Badge>}
        </span>
      )}
      {canWrite && (
        <span className="ms-auto flex">
          {move('up')}
          {move('down')}
          {lesson === undefined ? (
            <SectionActions row={row} rows={rows} onChange={onChange} />
          ) : (
            <DeleteLesson courseId={courseId} lesson={lesson} />
          )}
        </span>
      )}
    </GridListItem>
  )
}

type SectionActionsProps = Pick<OutlineRowProps, 'row' | 'rows' | 'onChange'>

function SectionActions({ row, rows, onChange }: SectionActionsProps) {
  const index = rows.indexOf(row)
  const isFilled = index === 0 && rows[1]?.lesson !== undefined
  return (
    <>
      <FormDialog
        name="sections.rename"
        icon={<EditIcon />}
        label={t('sections.renameOne', { name: row.title })}
        look="quiet"
        isSilent
        kinds={{ title: 'text!' }}
        of={row}
        send={({ title }) => onChange(rows.with(index, { ...row, title }))}
      />
      <IconButton
        label={t('listEditor.remove', { name: row.title })}
        disabled={isFilled}
        onClick={() => void onChange(rows.toSpliced(index, 1))}
      >
        <TrashIcon />
      </IconButton>
    </>
  )
}

function DeleteLesson({ courseId, lesson }: { courseId: string; lesson: Required<Row>['lesson'] }) {
  const { key, title, revision } = lesson
  return (
    <ConfirmButton
      name="writing.delete"
      icon={<TrashIcon />}
      label={t('listEditor.remove', { name: title })}
      look="quiet"
      text={t('writing.deleteText', { title })}
      run={() => lyceum.drafts.deleteLesson.mutate({ courseId, key, revision })}
    />
  )
}
