import type { ImportedDraft } from './generated/router.ts'

interface FileProcedure<Type, Input, Output> {
  _def: { type: Type; $types: { input: Input; output: Output } }
}

/** The operations that take or return a file, by area. */
export interface FileAreas {
  authoring: {
    /**
     * Export a course as a zip: `course.yaml`, a Markdown file for each lesson, and the pictures of
     * its certificates. The same content is the same zip, byte for byte. For members of the course.
     *
     * Errors: CourseNotFound, Forbidden, InvalidFields, VersionNotFound, DraftNotFound.
     *
     * REST: `GET /api/v1/authoring/courses/{courseId}/export`
     */
    export: FileProcedure<
      'query',
      {
        courseId: string
        /** The number of a version, or the draft. Default: the current version, else the draft. */
        version?: number | 'draft' | undefined
      },
      Blob
    >
    /**
     * Replace the draft of a course by a zip like that of the export. Lessons that stay the same
     * keep their revision. For owners and authors. Sent once.
     *
     * Errors: CourseNotFound, Forbidden, InvalidFields (what is wrong with the zip, with file and
     * line), ManagedElsewhere, LessonKeyTaken, DraftChanged, RevisionRequired, PayloadTooLarge,
     * ServiceUnavailable (others import).
     *
     * REST: `POST /api/v1/authoring/courses/{courseId}/import`
     */
    import: FileProcedure<
      'mutation',
      {
        courseId: string
        /** In Node.js `new Blob([await readFile('course.zip')])`, in a browser also a `File`. */
        zip: Blob
        /** The revision of the draft that you read. Required as long as a draft is open. */
        revision?: number | undefined
      },
      ImportedDraft
    >
  }
  uploads: {
    /**
     * Send bytes of an upload; `uploadFile()` does it for you. They begin where those that have
     * arrived end, and are at most as many as the `part` of the upload says. Sent once.
     *
     * Errors: CourseNotFound, Forbidden, InvalidFields, UploadNotFound, UploadOutOfStep,
     * PayloadTooLarge, ServiceUnavailable.
     *
     * REST: `PUT /api/v1/authoring/courses/{courseId}/uploads/{id}/bytes`
     */
    bytes: FileProcedure<
      'mutation',
      {
        courseId: string
        /** Id of the upload. */
        id: string
        /** Which bytes they are: `bytes 0-48212/48213`. Default: the whole file. */
        range?: string | undefined
        bytes: Blob
      },
      { received: number }
    >
  }
  certificates: {
    /**
     * Get the PDF of a certificate. Open to anyone who has the code, in any case, with or without
     * dashes.
     *
     * Errors: CertificateNotFound, ServiceUnavailable (it is being printed).
     *
     * REST: `GET /certificates/{code}.pdf`
     */
    pdf: FileProcedure<'query', { code: string }, Blob>
  }
  transactions: {
    /**
     * Get the receipt of a payment as a PDF. For the buyer and for administrators.
     *
     * Errors: TransactionNotFound, TransactionNotPaid, ServiceUnavailable (others are printed).
     *
     * REST: `GET /api/v1/transaction/{id}/receipt.pdf`
     */
    receiptPdf: FileProcedure<'query', { id: string }, Blob>
  }
}
