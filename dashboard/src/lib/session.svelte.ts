interface Session {
  /** Whether the guard asks for a key; nothing while that is not known yet. */
  isAsked: boolean | undefined;
  /** Name of the key that this browser signed in with; empty where none is asked for. */
  keyName: string;
  /** Rises with every sign-in. */
  turn: number;
}

/** The layout shows the sign-in form where a key is asked for, and pages load again once there is one. */
export const session = $state<Session>({ isAsked: undefined, keyName: '', turn: 0 });
