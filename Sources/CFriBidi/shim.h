// FriBidi: the order of right-to-left text.
#include <fribidi/fribidi.h>
