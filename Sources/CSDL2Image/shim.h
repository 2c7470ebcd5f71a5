// SDL2_image on top of the CSDL2 module, so that both see the same SDL types.
#include "../CSDL2/shim.h"
#include <SDL2/SDL_image.h>
