/**
 * Whether the guard asks for a key; nothing while that is not known yet. The layout shows the sign-in form where it does, and
 * pages load again once it is done.
 */
export const session = $state<{ isAsked: boolean | undefined; turn: number }>({ isAsked: undefined, turn: 0 });
