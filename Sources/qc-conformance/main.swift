import Glibc
import QuickConnectTesting

exit(await RuleProgram.run(Array(CommandLine.arguments.dropFirst())))
