// Loaded before a command: writes what the process used to a file when it ends.
const { writeFileSync } = require('node:fs');
process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  writeFileSync(
    process.env.USAGE_FILE,
    JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1e6, mebibytes: maxRSS / 1024 }),
  );
});
