struct StartBench { var runs: Int; @MainActor func run() -> Int32 { 0 } }
