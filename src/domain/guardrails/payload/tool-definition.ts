/** Role of the texts in a request's tool definitions and schemas. */
export const TOOL_DEFINITION_ROLE = 'tool_definition';
