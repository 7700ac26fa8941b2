import process from 'node:process';

/** Starts to count the processor time of this thread, in milliseconds: what a test takes however much else the machine has to do. */
export function startCpuTime(): () => number {
  const { user, system } = process.threadCpuUsage();
  return () => {
    const now = process.threadCpuUsage();
    return (now.user - user + now.system - system) / 1000;
  };
}
