/** Whether the guard asks for a key. The layout shows the sign-in form then, and pages load again once it is done. */
export const session = $state({ isAsked: false, turn: 0 });
