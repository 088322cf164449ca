import { join, normalize } from 'node:path'
import { read } from './run.ts'

/*
 * The fenced blocks of the documentation. The words after the language of a block say what is done with it.
 */

const ROOT = join(import.meta.dirname, '../../..')

export interface Block {
  /** Page and line. */
  place: string
  /** The language, and what follows it. */
  language: string
  mark: string
  code: string
}

/** The pages in the order in which they are read: the README, and those that docs/README.md lists. */
const pages = () => [
  'README.md',
  ...[...read(join(ROOT, 'docs/README.md')).matchAll(/^\| \[[^\]]+\]\(([^)]+\.md)\)/gm)].map(([, page = '']) =>
    normalize(join('docs', page)),
  ),
]

export const blocks: Block[] = pages().flatMap(page => {
  const text = read(join(ROOT, page))
  return [...text.matchAll(/^( *)```(\S*) ?(.*)\n([\s\S]*?)^\1```$/gm)].map(match => {
    const [, indent = '', language = '', mark = '', code = ''] = match
    const line = text.slice(0, match.index).split('\n').length
    return { place: `${page}:${line}`, language, mark, code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), '') }
  })
})

/** A request as commands, with the shell variables of the quick start. */
function requestCommands(method: string, path: string, body: string): string {
  const headers = `-H "authorization: Bearer $TOKEN" -H 'content-type: application/json'`
  return `curl -s -X ${method} "$API${path}" ${headers} --data-binary @- <<'BODY'\n${body}BODY\n`
}

/** The commands of a block. Undefined: it is not for the shell. */
export function commandsOf({ language, mark, code }: Block): string | undefined {
  if (language === 'sh' && mark === '') return code
  const [, method, path] = (language === 'json' && /^(POST|PUT|PATCH) (\/\S+)$/.exec(mark)) || []
  return method && path && requestCommands(method, path, code)
}

/** The schema that a sample is compared with: a status of an operation, or a named schema. Undefined: it is not a sample. */
export function schemaPathOf({ language, mark }: Block): string[] | undefined {
  if (language !== 'json') return undefined
  const [, status, method, path] = /^(\d{3}) ([A-Z]+) (\/\S+)$/.exec(mark) ?? []
  if (status && method && path) {
    return ['paths', path, method.toLowerCase(), 'responses', status, 'content', 'application/json', 'schema']
  }
  return /^[A-Z][A-Za-z]+$/.test(mark) ? ['components', 'schemas', mark] : undefined
}

/** The versions of signatures that a receiver of webhooks is written for. */
export const versionsOf = ({ language, mark }: Block) =>
  language === 'js' && mark.match(/^v1a?\b/) ? mark.split(' ') : []
const isReceiver = (block: Block) => versionsOf(block).length > 0
export const isFollower = ({ language, mark }: Block) => language === 'js' && mark === 'follower'
/** Programs for the interpreter of their language: `run` uses the API, `webhook` receives webhooks. */
const isOfProgram = ({ language }: Block) => ['sh', 'ts', 'python', 'php', 'java'].includes(language)
export const isProgram = (block: Block) => isOfProgram(block) && block.mark === 'run'
export const isWebhookProgram = (block: Block) => isOfProgram(block) && block.mark === 'webhook'
/** Programs with the client. */
export const isOfClient = ({ language, mark }: Block) => language === 'ts' && mark === 'client'
export const isQuery = ({ language, mark }: Block) => language === 'sql' && mark === ''
export const isOfPage = ({ language, mark }: Block) => ['html', 'css'].includes(language) && mark === ''
/** Blocks that are only read. */
const isRead = ({ language, mark }: Block) => language === 'text' || mark === 'not-run'

/** The booking page and its server. */
export const isBookingPage = ({ mark }: Block) => /^booking-(page|server)$/.test(mark)

/** Whether it is known what to do with a block. */
export const isKnown = (block: Block) =>
  [
    isBookingPage,
    isRead,
    isReceiver,
    isFollower,
    isProgram,
    isOfClient,
    isWebhookProgram,
    isQuery,
    isOfPage,
    commandsOf,
    schemaPathOf,
  ].some(whatFor => whatFor(block))

/** The output that a block shows: its lines with `# ` or `// `, in which … stands for any text. */
export const shownOutput = ({ code }: Block): RegExp[] =>
  code
    .split('\n')
    .filter(line => /^(#|\/\/) /.test(line))
    .map(
      line =>
        new RegExp(
          line
            .replace(/^\S+ /, '')
            .replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
            .replaceAll('…', '.*'),
          'is',
        ),
    )
