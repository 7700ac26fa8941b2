/** The role of texts in the tools and schemas that a request offers to the model. */
export const TOOL_DEFINITION_ROLE = 'tool_definition';
