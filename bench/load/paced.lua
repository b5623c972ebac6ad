-- Each connection waits between an answer and its next request: 0 to twice the mean, in milliseconds. Judged as in
-- plain.lua. Arguments: a file of targets, the mean.
function init(args)
  read_targets(args[1])
  longest = 2 * tonumber(args[2])
end

function delay()
  return math.random(0, longest)
end

function done(summary, latency, requests)
  local wrong = broken(summary.errors) + summary.errors.status
  local p50, p99 = latency:percentile(50), latency:percentile(99)
  io.write(string.format("\nRESULT %d %d %d %d %d %d\n", summary.requests, summary.duration, wrong, summary.bytes, p50, p99))
end
