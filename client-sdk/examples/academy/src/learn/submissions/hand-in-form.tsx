import { mutationOptions } from '@lyceum/sdk/query'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { lyceum } from '../../lyceum.ts'
import { typed } from '../../offline/typed.ts'
import { t } from '../../texts/texts.ts'
import { textsOfFields } from '../../ui/error-text.ts'
import { Form, TextField } from '../../ui/form.tsx'
import { useLeaveWarning } from '../../ui/leave-warning.ts'
import type { AssignmentRules } from '../lessons/queries.ts'
import { FileUploads, type UploadItem } from './file-uploads.tsx'

interface HandInFormProps {
  lessonId: string
  assignment: AssignmentRules
}

/** A text, files, or both. The text stays on the device until it is handed in. */
export function HandInForm({ lessonId, assignment }: HandInFormProps) {
  const name = `submission.${lessonId}`
  const filesName = `${name}.files`
  const [uploads, setUploads] = useState<UploadItem[]>(() => typed.get(filesName) ?? [])
  // What is there stays with the form; a file itself cannot be kept.
  useEffect(() => {
    const sent = uploads.filter(({ id, error }) => id !== undefined && error === undefined)
    const kept = sent.map(({ id, file: { name, size, lastModified } }) => ({
      id,
      percent: 100,
      file: { name, size, lastModified },
    }))
    if (kept.length > 0) typed.set(filesName, kept)
    else typed.remove(filesName)
  }, [uploads, filesName])
  const handIn = useMutation({
    ...mutationOptions(lyceum.submissions.create),
    meta: { done: t('quiz.handIn.done'), showsErrors: true },
  })
  const isUploading = uploads.some(({ id, error }) => id === undefined && error === undefined)
  useLeaveWarning(isUploading)

  async function send({ text = '' }: { text?: string }): Promise<void> {
    const sent = uploads.filter(({ id }) => id !== undefined)
    const uploadIds = sent.flatMap(({ id }) => id ?? [])
    try {
      await handIn.mutateAsync({ lessonId, text: text.trim() === '' ? null : text, uploadIds })
    } catch (error) {
      showAtFiles(sent, textsOfFields(error))
      throw error
    }
    typed.remove(name)
    typed.remove(filesName)
    setUploads([])
  }

  /** What is wrong with a file, such as its type, stands at it. */
  function showAtFiles(sent: readonly UploadItem[], errors: Record<string, string>): void {
    const wrong = new Map(sent.map(({ file }, index) => [file, errors[`uploadIds.${index}`]]))
    setUploads((all) =>
      all.map((one) => {
        const error = wrong.get(one.file)
        return error === undefined ? one : { ...one, error }
      }),
    )
  }

  return (
    <Form submit={t('quiz.handIn')} onSubmit={send} isDisabled={isUploading}>
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
        <FileUploads
          lessonId={lessonId}
          assignment={assignment}
          uploads={uploads}
          onChange={setUploads}
        />
      )}
    </Form>
  )
}
