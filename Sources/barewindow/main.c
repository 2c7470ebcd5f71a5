// The least that shows a picture: SDL, a window, one colour. What `carillon bench start` holds a start against.

#include <SDL2/SDL.h>

int main(void)
{
    SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0");
    if (SDL_InitSubSystem(SDL_INIT_VIDEO) != 0) return 1;
    SDL_Window *window = SDL_CreateWindow("bare", 0, 0, 1024, 600, SDL_WINDOW_SHOWN);
    SDL_Surface *surface = window ? SDL_GetWindowSurface(window) : NULL;
    if (!surface) return 1;
    SDL_FillRect(surface, NULL, SDL_MapRGB(surface->format, 11, 13, 16));
    SDL_UpdateWindowSurface(window);
    SDL_Delay(10000);
    return 0;
}
