-- Leaves the judging to wrk: it counts statuses of failures, broken connections and bytes. Argument: a file of targets.
function init(args)
  read_targets(args[1])
end

function done(summary, latency, requests)
  local wrong = broken(summary.errors) + summary.errors.status
  io.write(string.format("\nRESULT %d %d %d %d\n", summary.requests, summary.duration, wrong, summary.bytes))
end
