// The program: arguments in, exit status out. Everything else is in HeadUnit.

import Glibc
import HeadUnit

exit(Program.main())
