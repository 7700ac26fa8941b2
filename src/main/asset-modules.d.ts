// What `with { type: 'file' }` gives in Bun: a path that node:fs reads, also inside an executable.
declare module '*.onnx' {
  const path: string;
  export = path;
}

declare module '*.wasm' {
  const path: string;
  export = path;
}

declare module '*.html' {
  const path: string;
  export = path;
}

declare module '*.css' {
  const path: string;
  export = path;
}

declare module '*/dashboard/live.js' {
  const path: string;
  export = path;
}

declare module '*.gz' {
  const path: string;
  export = path;
}

declare module '*.lm' {
  const path: string;
  export = path;
}
