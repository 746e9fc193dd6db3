import type { BulkEnrollment, BulkEnrollmentLook, ImportedDraft } from '../generated/router.ts'
import type { learnerSort } from '../generated/staff-values.ts'
import type { learnerStatus } from '../generated/values.ts'

interface FileProcedure<Type, Input, Output> {
  _def: { type: Type; $types: { input: Input; output: Output } }
}

interface ReportPeriod {
  /** From this day or instant on, inclusive. */
  from?: string | undefined
  /** Up to this day or instant, inclusive. */
  to?: string | undefined
  /** Where days begin and end, such as `Europe/Berlin`. Default: UTC. */
  timeZone?: string | undefined
}

interface ClassList {
  /** A CSV or an .xlsx, with at most 10,000 rows and 2 MB; in a browser also a `File`. */
  csv: Blob
  /** Slug or id of the course of rows that name none. */
  course?: string | undefined
  /** Where the days of `endsAt` end, such as `Europe/Berlin`. Default: UTC. */
  timeZone?: string | undefined
  /** Why the requirements of the courses are waived: it is recorded. */
  waive?: string | undefined
}

interface LearnersChoice {
  courseId: string
  status?: (typeof learnerStatus)[number] | undefined
  cohort?: string | undefined
  overdue?: boolean | undefined
  /** Words of the name, or parts of words. */
  q?: string | undefined
  /** Default: account. */
  sort?: (typeof learnerSort)[number] | undefined
}

/** The operations that take or return a file, by area. */
export interface FileAreas {
  admin: {
    audit: {
      /**
       * Get what the audit trail holds as CSV, newest first, for administrators.
       *
       * Errors: Forbidden, InvalidFields.
       *
       * REST: `GET /api/v1/admin/audit.csv`
       */
      csv: FileProcedure<
        'query',
        ReportPeriod & {
          /** Only events about this user: their email or id. */
          user?: string | undefined
          /** Only this event, such as `role-changed`. */
          event?: string | undefined
          /** Only acts of this actor, as entries name it: `user:ID`, `operator:NAME`. */
          actor?: string | undefined
          /** Only events from this IP address: an IPv6 address stands for its /64. */
          ip?: string | undefined
          /** Only events that this request caused. */
          requestId?: string | undefined
        },
        Blob
      >
    }
    bulkEnrollments: {
      /**
       * Enroll everybody in a CSV, for administrators. The first line names the columns: `email`,
       * `course`, `name`, `cohort` and `endsAt`. Retried with an idempotency key.
       *
       * Errors: Forbidden, InvalidFields (what is wrong with the file, with its line),
       * BulkEnrollmentsRunning, PayloadTooLarge, IdempotencyKeyReused, IdempotencyKeyInUse, ReadOnly.
       *
       * REST: `POST /api/v1/admin/bulk-enrollments/csv`
       */
      createFromCsv: FileProcedure<'mutation', ClassList, BulkEnrollment>
      /**
       * See what a class list would do: it mails nobody and stores nothing.
       *
       * Errors: Forbidden, InvalidFields (what is wrong with the file, with its line),
       * PayloadTooLarge.
       *
       * REST: `POST /api/v1/admin/bulk-enrollments/csv/dry-run`
       */
      dryRunCsv: FileProcedure<'mutation', ClassList, BulkEnrollmentLook>
      /**
       * Get the rows of a bulk enrollment with their results as CSV, for administrators.
       *
       * Errors: BulkEnrollmentNotFound, Forbidden, InvalidFields.
       *
       * REST: `GET /api/v1/admin/bulk-enrollments/{bulkEnrollmentId}/rows.csv`
       */
      rowsCsv: FileProcedure<'query', { bulkEnrollmentId: string }, Blob>
    }
    reports: {
      /**
       * Get the report on all courses as CSV, for administrators.
       *
       * Errors: Forbidden, InvalidFields.
       *
       * REST: `GET /api/v1/admin/reports/courses.csv`
       */
      coursesCsv: FileProcedure<'query', ReportPeriod, Blob>
      /**
       * Get the report on the courses of a cohort as CSV, for administrators.
       *
       * Errors: CohortNotFound, Forbidden, InvalidFields.
       *
       * REST: `GET /api/v1/admin/reports/cohorts/{cohortId}/courses.csv`
       */
      cohortCsv: FileProcedure<'query', ReportPeriod & { cohortId: string }, Blob>
      /**
       * Get the learners who stopped in a course as CSV, for administrators.
       *
       * Errors: CourseNotFound, Forbidden, InvalidFields.
       *
       * REST: `GET /api/v1/admin/reports/courses/{courseId}/stuck.csv`
       */
      stuckCsv: FileProcedure<
        'query',
        {
          courseId: string
          cohort?: string | undefined
          /** How many days without progress. Default: 14. */
          days?: number | undefined
        },
        Blob
      >
      /**
       * Get all courses of a learner as CSV, for administrators.
       *
       * Errors: UserNotFound, Forbidden, InvalidFields.
       *
       * REST: `GET /api/v1/admin/reports/learners/{userId}/courses.csv`
       */
      learnerCsv: FileProcedure<
        'query',
        { userId: string; status?: (typeof learnerStatus)[number] | undefined },
        Blob
      >
    }
    sales: {
      /**
       * Get every movement of money in a period as CSV, for administrators.
       *
       * Errors: Forbidden, InvalidFields.
       *
       * REST: `GET /api/v1/admin/sales/movements.csv`
       */
      movementsCsv: FileProcedure<'query', ReportPeriod, Blob>
    }
  }
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
     * Replace the draft of a course by a zip like that of the export, or of a book in any format
     * that the command line imports. Lessons that stay the same keep their revision. For owners and authors. Sent once.
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
        /** Writes nothing, and only says what was found. */
        look?: boolean | undefined
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
     * REST: `PUT /api/v1/authoring/courses/{courseId}/uploads/{uploadId}/bytes`
     */
    bytes: FileProcedure<
      'mutation',
      {
        courseId: string
        /** Id of the upload. */
        uploadId: string
        /** Which bytes they are: `bytes 0-48212/48213`. Default: the whole file. */
        range?: string | undefined
        bytes: Blob
      },
      { received: number }
    >
  }
  submissions: {
    /**
     * Send bytes of an upload to hand in; `uploadToHandIn()` does it for you. Sent once.
     *
     * Errors: InvalidFields, UploadNotFound, UploadOutOfStep, PayloadTooLarge, ServiceUnavailable.
     *
     * REST: `PUT /api/v1/lessons/{lessonId}/uploads/{uploadId}/bytes`
     */
    bytes: FileProcedure<
      'mutation',
      {
        lessonId: string
        /** Id of the upload. */
        uploadId: string
        /** Which bytes they are: `bytes 0-48212/48213`. Default: the whole file. */
        range?: string | undefined
        bytes: Blob
      },
      { received: number }
    >
  }
  grades: {
    /**
     * Get the gradebook of a course as CSV: a line for each learner, a column for each graded
     * lesson. For owners, authors and graders of the course.
     *
     * Errors: CourseNotFound, Forbidden, InvalidFields.
     *
     * REST: `GET /api/v1/authoring/courses/{courseId}/gradebook.csv`
     */
    gradebookCsv: FileProcedure<
      'query',
      {
        courseId: string
        /** Only learners who came with the cohort. */
        cohortId?: string | undefined
        /** The first graded lesson to show, from 0: at most 50 are shown. Default: 0. */
        fromLesson?: number | undefined
      },
      Blob
    >
  }
  learners: {
    /**
     * Get the learners of a course as CSV, for who teaches it and for administrators.
     *
     * Errors: CohortNotFound, CourseNotFound, Forbidden, InvalidFields.
     *
     * REST: `GET /api/v1/authoring/courses/{courseId}/learners.csv`
     */
    listCsv: FileProcedure<'query', LearnersChoice, Blob>
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
    /**
     * Get the certificates of a course or class as a zip, once `certificates.archived` says done.
     *
     * Errors: ArchiveNotFound, ArchiveRunning, CourseNotFound, Forbidden, InvalidFields.
     *
     * REST: `GET /api/v1/authoring/courses/{courseId}/certificate-archives/{archiveId}/certificates.zip`
     */
    archiveZip: FileProcedure<'query', { courseId: string; archiveId: string }, Blob>
    /**
     * Get how a certificate of yours came about: a signed text that `verifyEvidence()` checks.
     *
     * Errors: CertificateNotFound, EvidenceNotKept (it is older than files of evidence).
     *
     * REST: `GET /api/v1/me/certificates/{code}/evidence`
     */
    evidence: FileProcedure<
      'query',
      {
        code: string
        /** `learned`: without attempts, gradings and exceptions. Default: the whole. */
        part?: 'whole' | 'learned' | undefined
      },
      Blob
    >
  }
  transactions: {
    /**
     * Get the receipt of a payment as a PDF. For the buyer and for administrators.
     *
     * Errors: TransactionNotFound, TransactionNotPaid, ServiceUnavailable (others are printed).
     *
     * REST: `GET /api/v1/transaction/{transactionId}/receipt.pdf`
     */
    receiptPdf: FileProcedure<'query', { transactionId: string }, Blob>
  }
}
