import { ERRORS, type ErrorCode } from '../errors'
import { type ResponseFormat, responseFormatOf } from '../http/response-format'
import { type Json, objectOf, schemaReference } from './schemas'

/*
 * The response formats as JSON Schema: what surrounds the payload of a success, and what an error response contains.
 */

const text = { type: 'string' }
const errors = {
  type: 'array',
  minItems: 1,
  items: schemaReference('ErrorItem'),
  description: 'An item for each fault.',
}
const message = { ...text, description: 'A text for people. Do not decide by it.' }

/** The named schemas of all formats. */
export const ENVELOPES: Record<string, Json> = {
  ErrorCode: { ...text, enum: Object.keys(ERRORS), description: 'The kind of the error. Clients branch on this code.' },
  ErrorItem: {
    ...objectOf({
      code: schemaReference('ErrorCode'),
      description: {
        ...text,
        description: 'A text for developers. It begins with the path of the field, if there is one.',
      },
    }),
    description: 'One error of a request.',
  },
  SuccessEnvelope: {
    ...objectOf({
      errors: { type: 'array', maxItems: 0, items: schemaReference('ErrorItem'), description: 'Always empty.' },
      message,
      success: { const: true },
    }),
    description: 'A success below `/api`. `content` is the payload.',
  },
  ErrorEnvelope: {
    ...objectOf({ content: { type: 'object', maxProperties: 0 }, errors, message, success: { const: false } }),
    description: 'An error response below `/api`.',
  },
  ErrorList: { ...objectOf({ errors }), description: 'An error response outside `/api`.' },
  TokenError: {
    ...objectOf({
      error: { ...text, description: 'The error code of OAuth 2.0.' },
      error_code: schemaReference('ErrorCode'),
      error_description: { ...text, description: 'A text for developers. Do not decide by it.' },
      error_uri: { type: ['string', 'null'], description: 'Always null.' },
    }),
    description: 'An error response of the token endpoint.',
  },
}

interface Description {
  /** A success with a payload of this schema. */
  success(content: Json): Json
  /** An error response with any of these codes. */
  refusal(codes: readonly ErrorCode[]): Json
}

/** A named schema, of which some properties are narrower here. */
const narrowed = (name: string, properties: Json): Json => ({
  allOf: [schemaReference(name), { type: 'object', properties }],
})

const withCodes = (codes: readonly ErrorCode[]) => ({ ...text, enum: codes })
const itemsWith = (codes: readonly ErrorCode[]) => ({
  type: 'array',
  items: narrowed('ErrorItem', { code: withCodes(codes) }),
})

const DESCRIPTIONS: Record<ResponseFormat['name'], Description> = {
  envelope: {
    success: content => ({ allOf: [schemaReference('SuccessEnvelope'), objectOf({ content })] }),
    refusal: codes => narrowed('ErrorEnvelope', { errors: itemsWith(codes) }),
  },
  plain: {
    success: content => content,
    refusal: codes => narrowed('ErrorList', { errors: itemsWith(codes) }),
  },
  oauth: {
    success: content => content,
    refusal: codes => narrowed('TokenError', { error_code: withCodes(codes) }),
  },
}

/** The format of the responses of a path, as JSON Schema. */
export const descriptionOf = (path: string): Description => DESCRIPTIONS[responseFormatOf(path).name]
