import { Link } from '@tanstack/react-router'
import { Button as AriaButton, GridListItem } from 'react-aria-components'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/bits.tsx'
import { IconButton } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/dialog.tsx'
import { showMinutes } from '../../ui/format.ts'
import { DownIcon, DragIcon, EditIcon, TrashIcon, UpIcon } from '../../ui/icons.tsx'
import { useCourse } from '../courses/course.ts'
import { FormDialog } from '../form-dialog.tsx'
import { moveRow, neighborOf, type Row } from './outline.ts'

interface OutlineRowProps {
  id: string
  row: Row
  rows: readonly Row[]
  courseId: string
  canWrite: boolean
  onChange: (rows: readonly Row[]) => Promise<void>
}

/** A section or a lesson, with all that can be done to it. */
export function OutlineRow({ id, row, rows, courseId, canWrite, onChange }: OutlineRowProps) {
  const { language } = useCourse()
  const { key, title, lesson } = row
  const move = (step: 'up' | 'down') => {
    const target = neighborOf(rows, key, step)
    const name = t(`listEditor.${step}`, { name: title })
    return (
      <IconButton
        label={name}
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
            {t(`lessonType.${lesson.type}`)} · {showMinutes(lesson.minutes)}
          </span>
          {!lesson.required && <Badge>{t('writing.optional')}</Badge>}
          {lesson.preview && <Badge tone="good">{t('writing.preview')}</Badge>}
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

function SectionActions({
  row,
  rows,
  onChange,
}: Pick<OutlineRowProps, 'row' | 'rows' | 'onChange'>) {
  const index = rows.indexOf(row)
  const isFilled = index === 0 && rows[1]?.lesson !== undefined
  return (
    <>
      <FormDialog
        label={<EditIcon />}
        name={t('sections.rename', { name: row.title })}
        look="quiet"
        title={t('sections.renameTitle')}
        kinds={{ title: 'text!' }}
        of={row}
        onSubmit={({ title }) => onChange(rows.with(index, { ...row, title }))}
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
      label={<TrashIcon />}
      name={t('listEditor.remove', { name: title })}
      look="quiet"
      title={t('writing.delete')}
      text={t('writing.deleteText', { title })}
      confirm={t('writing.delete')}
      done={t('writing.deleted')}
      onConfirm={() => lyceum.drafts.deleteLesson.mutate({ courseId, key, revision })}
    />
  )
}
