-- Asks as plain.lua does, but each connection waits between an answer and its next request: 0 to twice the mean, in
-- milliseconds. Arguments: a file of targets, the mean.
function init(args)
  targets = {}
  for line in io.lines(args[1]) do
    table.insert(targets, wrk.format(nil, line))
  end
  longest = 2 * tonumber(args[2])
  turn = 0
end

function request()
  turn = turn % #targets + 1
  return targets[turn]
end

function delay()
  return math.random(0, longest)
end

function done(summary, latency, requests)
  local errors = summary.errors
  local wrong = errors.connect + errors.read + errors.write + errors.timeout + errors.status
  local p50, p99 = latency:percentile(50), latency:percentile(99)
  io.write(string.format("\nRESULT %d %d %d %d %d %d\n", summary.requests, summary.duration, wrong, summary.bytes, p50, p99))
end
