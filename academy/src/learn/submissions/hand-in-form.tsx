import type { AssignmentLesson } from '@lyceum/sdk'
import { useEffect, useState } from 'react'
import { lyceum } from '../../lyceum.ts'
import { typed } from '../../offline/typed.ts'
import { t } from '../../texts/texts.ts'
import { textsOfFields } from '../../ui/field-texts.ts'
import { TextField } from '../../ui/forms/controls.tsx'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { useLeaveGuard } from '../../ui/forms/leave-guard.ts'
import { FileUploads, type Upload } from './file-uploads.tsx'

/** Offers a typed text for copying when it can no longer be handed in. */
export function LeftText({ lessonId }: { lessonId: string }) {
  const text = typed.get<string>(nameOf(lessonId)) ?? ''
  if (text.trim() === '') return null
  return (
    <CopyField label={t('assignment.text')} hint={t('assignment.left')} value={text} rows={6} />
  )
}

const nameOf = (lessonId: string) => `submission.${lessonId}`

/** A text, files, or both. The text stays on the device until it is handed in. */
export function HandInForm({ lesson }: { lesson: AssignmentLesson }) {
  const { id: lessonId, assignment } = lesson
  const name = nameOf(lessonId)
  const filesName = `${name}.files`
  const [uploads, setUploads] = useState<Upload[]>(() => typed.get(filesName) ?? [])
  const sent = uploads.filter(({ id }) => id !== undefined)
  const isUploading = uploads.some(({ id, error }) => id === undefined && error === undefined)
  // Remembers finished uploads with the form; a file itself cannot be kept.
  useEffect(() => {
    const kept = uploads.filter(({ id, error }) => id !== undefined && error === undefined)
    if (kept.length === 0) typed.remove(filesName)
    else typed.set(filesName, kept)
  }, [uploads, filesName])
  useLeaveGuard({ isUnsaved: () => isUploading, question: t('upload.leave') })

  async function handIn({ text = '' }: { text?: string }): Promise<void> {
    const uploadIds = sent.flatMap(({ id }) => id ?? [])
    const input = { lessonId, text: text.trim() === '' ? null : text, uploadIds }
    await lyceum.submissions.create.mutate(input).catch((error: unknown) => {
      showAtFiles(textsOfFields(error))
      throw error
    })
    typed.remove(name)
    setUploads([])
  }

  /** Shows what is wrong with a file, such as its type, beside it. */
  function showAtFiles(errors: Record<string, string>): void {
    const errorOf = (upload: Upload) => errors[`uploadIds.${sent.indexOf(upload)}`] ?? upload.error
    setUploads((all) => all.map((one) => ({ ...one, error: errorOf(one) })))
  }

  return (
    <Form
      submit={t('quiz.handIn')}
      done={t('quiz.handIn.done')}
      to={lyceum.submissions.create}
      onSubmit={handIn}
      isDisabled={isUploading}
    >
      {assignment.text && (
        <TextField
          name="text"
          label={t('assignment.text')}
          hint={t('assignment.markdown')}
          rows={10}
          defaultValue={typed.get<string>(name) ?? ''}
          onChange={(text) => typed.set(name, text)}
        />
      )}
      {assignment.files > 0 && (
        <FileUploads lesson={lesson} uploads={uploads} onChange={setUploads} />
      )}
    </Form>
  )
}
