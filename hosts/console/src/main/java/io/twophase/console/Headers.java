package io.twophase.console;

import io.twophase.console.http.Request;
import io.twophase.console.http.Response;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The headers by which browsers are told what not to do, and by which requests are judged. */
final class Headers {

  /**
   * The policy of pages without anything inline: no script, style or frame but the console's own.
   */
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
          + " form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

  private static final Set<String> LOCAL = Set.of("localhost", "127.0.0.1", "[::1]");

  private static final Set<String> PROXIED =
      Set.of(
          "forwarded",
          "via",
          "x-forwarded-for",
          "x-forwarded-host",
          "x-forwarded-proto",
          "x-real-ip");

  private static final Set<String> OWN_SITES = Set.of("same-origin", "none");

  private static final String CACHE = "Cache-Control";

  private Headers() {}

  /** The response, with what every response has. */
  static Response secured(Response response) {
    Response secured =
        response
            .with("Content-Security-Policy", POLICY)
            .with("X-Content-Type-Options", "nosniff")
            .with("X-Frame-Options", "DENY")
            .with("Referrer-Policy", "same-origin")
            .with("Cross-Origin-Opener-Policy", "same-origin")
            .with("Cross-Origin-Resource-Policy", "same-origin");
    return secured.headers().containsKey(CACHE) ? secured : secured.with(CACHE, "no-store");
  }

  /**
   * Returns whether the request names this machine, and no proxy has passed it on: a name of
   * another site that leads here is none of this machine's.
   */
  static boolean isLocal(Request request) {
    return PROXIED.stream().noneMatch(header -> request.header(header).isPresent())
        && request
            .header("host")
            .map(host -> host.toLowerCase(Locale.ROOT).replaceFirst(":\\d+$", ""))
            .filter(LOCAL::contains)
            .isPresent();
  }

  /**
   * Returns whether the request was not sent by a page of another site. A browser says so itself;
   * of one that does not, the origin must be the host that was asked, which a proxy may have
   * renamed.
   */
  static boolean isSameOrigin(Request request) {
    return request.header("sec-fetch-site").isPresent()
        ? !isOfAnother(request)
        : request
            .header("origin")
            .map(origin -> origin.replaceFirst("^https?://", ""))
            .map(host -> host.equals(request.header("host").orElse("")))
            .orElse(true);
  }

  /** Returns whether the browser's connection is encrypted. */
  static boolean isSecure(Request request) {
    return request.header("x-forwarded-proto").equals(Optional.of("https"));
  }

  /** Returns whether the body is JSON. */
  static boolean isJson(Request request) {
    return request
        .header("content-type")
        .filter(type -> type.startsWith("application/json"))
        .isPresent();
  }

  /** Returns whether a page of another site leads here. */
  static boolean isOfAnother(Request request) {
    return request.header("sec-fetch-site").filter(site -> !OWN_SITES.contains(site)).isPresent();
  }

  /**
   * Returns whether a page of another site loads this, such as a picture; no person has followed a
   * link.
   */
  static boolean isLoadedByAnother(Request request) {
    return isOfAnother(request)
        && !request.header("sec-fetch-mode").equals(Optional.of("navigate"));
  }
}
