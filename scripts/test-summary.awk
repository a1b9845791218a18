# Sums the xUnit reports of Swift Testing: each skipped test on a line, then "N passed, N failed, N skipped".
/<testcase / {
    tests++
    inFailed = inSkipped = 0
    name = $0
    sub(/.*classname="/, "", name)
    sub(/" name="/, ".", name)
    sub(/".*/, "", name)
}
/<failure/ && !inFailed { inFailed = 1; failed++ }
/<skipped/ && !inSkipped {
    inSkipped = 1
    skipped++
    reason = $0
    gsub(/^ *<skipped>|<\/skipped>.*|^ *<skipped *\/>/, "", reason)
    print "skipped: " name ": " reason
}
END { printf "%d passed, %d failed, %d skipped\n", tests - failed - skipped, failed, skipped }
