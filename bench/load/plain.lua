-- Asks as check.lua does and leaves the judging to wrk: it counts statuses of failures, broken connections and bytes.
-- Argument: a file of targets.
function init(args)
  targets = {}
  for line in io.lines(args[1]) do
    table.insert(targets, wrk.format(nil, line))
  end
  turn = 0
end

function request()
  turn = turn % #targets + 1
  return targets[turn]
end

function done(summary, latency, requests)
  local errors = summary.errors
  local wrong = errors.connect + errors.read + errors.write + errors.timeout + errors.status
  io.write(string.format("\nRESULT %d %d %d %d\n", summary.requests, summary.duration, wrong, summary.bytes))
end
