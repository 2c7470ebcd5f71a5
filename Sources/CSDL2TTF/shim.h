// SDL2_ttf on top of the CSDL2 module, so that both see the same SDL types.
#include "../CSDL2/shim.h"
#include <SDL2/SDL_ttf.h>
