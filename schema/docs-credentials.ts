/** The item of the session storage with the credentials that the forms of /docs have. The console hands those of an application over in it. */
export const DOCS_CREDENTIALS = 'innlet-reference-credentials'

/** The values of the fields for a credential by their name. */
export interface DocsCredentials extends Record<string, string | undefined> {
  client?: string
  secret?: string
  /** Whose they are, if the console filled them in: the names of the application and of its customer. */
  owner?: string
}
