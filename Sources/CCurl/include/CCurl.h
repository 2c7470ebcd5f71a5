// libcurl, opened when the first stream is asked for: nothing links it. Any thread.
//
// What is used of <curl/curl.h> is declared here: its numbers are part of libcurl's binary interface, which has been the
// same since version 7.16 (libcurl.so.4).

#ifndef CARILLON_CCURL_H
#define CARILLON_CCURL_H

#include <stddef.h>

typedef struct CURL CURL;
typedef struct CURLM CURLM;

struct curl_slist {
    char *_Nullable data;
    struct curl_slist *_Nullable next;
};

// Called with bytes of a header or of the body; anything but `size * count` ends the transfer.
typedef size_t (*ccurl_taker)(char *_Nullable bytes, size_t size, size_t count, void *_Nullable client);

// curl/curl.h: CURLoption. Numbers below 10000 take a long, below 20000 a pointer, above a function.
enum {
    CCURL_URL = 10002, CCURL_WRITEDATA = 10001, CCURL_USERAGENT = 10018, CCURL_HTTPHEADER = 10023,
    CCURL_HEADERDATA = 10029, CCURL_HTTP200ALIASES = 10104, CCURL_WRITEFUNCTION = 20011, CCURL_HEADERFUNCTION = 20079,
    CCURL_FOLLOWLOCATION = 52, CCURL_MAXREDIRS = 68, CCURL_HTTP_VERSION = 84, CCURL_BUFFERSIZE = 98,
    CCURL_NOSIGNAL = 99, CCURL_CONNECTTIMEOUT_MS = 156, CCURL_PROTOCOLS = 181, CCURL_REDIR_PROTOCOLS = 182,
    CCURL_TCP_KEEPALIVE = 213, CCURL_QUICK_EXIT = 322
};

// The same: CURLPROTO_HTTP | CURLPROTO_HTTPS, CURL_HTTP_VERSION_1_1, CURL_GLOBAL_ALL; CURLINFO; CURLcode.
enum { CCURL_HTTP_AND_HTTPS = 3, CCURL_HTTP_1_1 = 2, CCURL_GLOBAL_ALL = 3 };
enum { CCURL_INFO_EFFECTIVE_URL = 0x100001 };
enum { CCURL_OK = 0 };

// The library's functions under their own names; those with "..." are called by the functions below.
struct ccurl {
    int (*_Nonnull curl_global_init)(long flags);
    CURL *_Nullable (*_Nonnull curl_easy_init)(void);
    void (*_Nonnull curl_easy_cleanup)(CURL *_Nonnull easy);
    int (*_Nonnull curl_easy_setopt)(CURL *_Nonnull easy, int option, ...);
    int (*_Nonnull curl_easy_getinfo)(CURL *_Nonnull easy, int info, ...);
    const char *_Nullable (*_Nonnull curl_easy_strerror)(int code);
    CURLM *_Nullable (*_Nonnull curl_multi_init)(void);
    int (*_Nonnull curl_multi_cleanup)(CURLM *_Nonnull multi);
    int (*_Nonnull curl_multi_add_handle)(CURLM *_Nonnull multi, CURL *_Nonnull easy);
    int (*_Nonnull curl_multi_remove_handle)(CURLM *_Nonnull multi, CURL *_Nonnull easy);
    int (*_Nonnull curl_multi_perform)(CURLM *_Nonnull multi, int *_Nonnull running);
    int (*_Nonnull curl_multi_poll)(
        CURLM *_Nonnull multi, void *_Nullable others, unsigned otherCount, int milliseconds, int *_Nullable ready);
    int (*_Nonnull curl_multi_wakeup)(CURLM *_Nonnull multi);
    void *_Nullable (*_Nonnull curl_multi_info_read)(CURLM *_Nonnull multi, int *_Nonnull left);
    struct curl_slist *_Nullable (*_Nonnull curl_slist_append)(
        struct curl_slist *_Nullable list, const char *_Nonnull text);
    void (*_Nonnull curl_slist_free_all)(struct curl_slist *_Nullable list);
};

// Opens the library and fills in its functions; 0 when it is not installed.
int ccurl_load(struct ccurl *_Nonnull functions);

// Set an option; each gives libcurl's code.
int ccurl_set_number(const struct ccurl *_Nonnull curl, CURL *_Nonnull easy, int option, long value);
int ccurl_set_pointer(const struct ccurl *_Nonnull curl, CURL *_Nonnull easy, int option, const void *_Nullable value);
int ccurl_set_taker(const struct ccurl *_Nonnull curl, CURL *_Nonnull easy, int option, ccurl_taker _Nonnull taker);

// What is known of a transfer; NULL when it is not.
const char *_Nullable ccurl_text(const struct ccurl *_Nonnull curl, CURL *_Nonnull easy, int info);

// The code of the transfer that has ended; -1 while it runs.
int ccurl_result(const struct ccurl *_Nonnull curl, CURLM *_Nonnull multi);

#endif
