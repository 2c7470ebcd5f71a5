// Forwards to libcurl through dlopen. Debian builds it with OpenSSL and with GnuTLS; either will do.

#include "CCurl.h"

#include <dlfcn.h>
#include <string.h>

int ccurl_load(struct ccurl *functions) {
    void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) library = dlopen("libcurl-gnutls.so.4", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return 0;
    void *symbol;
#define LOAD(name) \
    symbol = dlsym(library, #name); \
    if (symbol == NULL) return 0; \
    memcpy(&functions->name, &symbol, sizeof symbol);
    LOAD(curl_global_init)
    LOAD(curl_easy_init)
    LOAD(curl_easy_cleanup)
    LOAD(curl_easy_setopt)
    LOAD(curl_easy_getinfo)
    LOAD(curl_easy_strerror)
    LOAD(curl_multi_init)
    LOAD(curl_multi_cleanup)
    LOAD(curl_multi_add_handle)
    LOAD(curl_multi_remove_handle)
    LOAD(curl_multi_perform)
    LOAD(curl_multi_poll)
    LOAD(curl_multi_wakeup)
    LOAD(curl_multi_info_read)
    LOAD(curl_slist_append)
    LOAD(curl_slist_free_all)
#undef LOAD
    return 1;
}

int ccurl_set_number(const struct ccurl *curl, CURL *easy, int option, long value) {
    return curl->curl_easy_setopt(easy, option, value);
}

int ccurl_set_pointer(const struct ccurl *curl, CURL *easy, int option, const void *value) {
    return curl->curl_easy_setopt(easy, option, value);
}

int ccurl_set_taker(const struct ccurl *curl, CURL *easy, int option, ccurl_taker taker) {
    return curl->curl_easy_setopt(easy, option, taker);
}

const char *ccurl_text(const struct ccurl *curl, CURL *easy, int info) {
    const char *text = NULL;
    return curl->curl_easy_getinfo(easy, info, &text) == CCURL_OK ? text : NULL;
}

// curl/multi.h: struct CURLMsg.
struct message { int kind; CURL *easy; union { void *whatever; int result; } data; };

int ccurl_result(const struct ccurl *curl, CURLM *multi) {
    const int done = 1;
    int left = 0;
    struct message *message;
    while ((message = curl->curl_multi_info_read(multi, &left)) != NULL) {
        if (message->kind == done) return message->data.result;
    }
    return -1;
}
