import type { ApiDocument } from '../reference/document.ts'
import { addressOfOperation, type Group } from '../reference/groups.ts'
import { byReader, type SiteGuide } from './site-guides.ts'

/** `/llms.txt`: all pages for tools, in the form of https://llmstxt.org. */
export function llmsText({ info }: ApiDocument, guides: readonly SiteGuide[], groups: readonly Group[]): string {
  const link = (title: string, address: string, note: string) => `- [${title}]({PUBLIC_URL}${address}): ${note}`
  const part = (title: string, links: string[]) => `## ${title}\n\n${links.join('\n')}\n`
  return [
    `# ${info.title}\n`,
    `> Reservations and inventory for hotels over HTTP, and a guest itinerary behind a link. Version ${info.version} at {PUBLIC_URL}.\n`,
    'Request an access token at `POST /oauth/token` with the audience `{AUDIENCE}`. Every response below `/api` is the envelope `{content, errors, message, success}`. Give each write an identity: the same request again is then safe.\n',
    ...byReader(guides).map(([reader, pages]) =>
      part(
        `Guides for ${reader.toLowerCase()}`,
        pages.map(({ title, address, question }) => link(title, `${address}.md`, question)),
      ),
    ),
    part('Reference', [
      link('OpenAPI document', '/openapi.json', 'every operation, field and error'),
      link('Errors', '/docs/errors.md', 'every error code, and what to do'),
      link('Promises', '/docs/promises', 'what clients can rely on'),
    ]),
    ...groups.map(({ name, endpoints }) =>
      part(
        name,
        endpoints.map(each =>
          link(`${each.method} ${each.path}`, `${addressOfOperation(each)}.md`, each.summary ?? each.operationId),
        ),
      ),
    ),
  ].join('\n')
}
