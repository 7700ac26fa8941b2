// The value of `with { type: 'file' }` in Bun: a path that node:fs reads, also within an executable.
declare module '*.onnx' {
  const path: string;
  export = path;
}

declare module '*.wasm' {
  const path: string;
  export = path;
}

declare module '*.gz' {
  const path: string;
  export = path;
}

declare module '*.bin' {
  const path: string;
  export = path;
}

declare module '*.lm' {
  const path: string;
  export = path;
}
