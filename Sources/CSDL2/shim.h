// SDL2 itself, and the one thing of SDL_syswm.h that is needed: the X connection behind a window.
#ifndef CARILLON_CSDL2_SHIM_H
#define CARILLON_CSDL2_SHIM_H
#include <SDL2/SDL.h>
#include <SDL2/SDL_syswm.h>

// The Xlib `Display *` of a window, or NULL when the window is not an X11 one.
static inline void *carillon_x11_connection(SDL_Window *window) {
#ifdef SDL_VIDEO_DRIVER_X11
    SDL_SysWMinfo info;
    SDL_VERSION(&info.version);
    if (SDL_GetWindowWMInfo(window, &info) && info.subsystem == SDL_SYSWM_X11) {
        return info.info.x11.display;
    }
#endif
    (void)window;
    return NULL;
}
#endif
